package nomad

import "strings"

// trait says how a field of a job specification is compared, where that is not
// the ordinary way: null, an empty word, zero and false count as absent, and a
// list, a map or a struct counts as present also when it is empty.
type trait uint8

const (
	// lost: Nomad's copy of a job leaves this list or map out when it is empty.
	// So an empty one differs from its own copy, and a copied one is absent.
	lost trait = 1 << iota
	// made: the copy has an empty list or map here where the job has none. So
	// an absent one differs from its own copy, and a copied one is empty.
	made
	// opaque: a map whose keys and values are the user's: nothing in it is ever
	// taken for absent.
	opaque
	// keyed: a map from the user's keys to structs or lists. The keys count,
	// whatever is behind them.
	keyed
	// exact: a scalar that Nomad holds by pointer, so that zero and absent differ.
	exact
	// plain: a struct that Nomad holds by value, so that one with nothing in it
	// is absent.
	plain
	// bookkeeping: a field that R2 leaves out of the comparison.
	bookkeeping
	// unexecuted: a field that changes nothing of what a client runs. The
	// digest of what is executed leaves it out.
	unexecuted
)

// field is one row of a table: the path of a field from the table's top, with
// dots between names, "*" for the values of a keyed map, and nothing at all for
// the elements of a list.
type field struct {
	path   string
	traits trait
}

// jobFields are the fields of a Nomad 1.0.4 job that are compared in a special
// way. They were found by changing each field of a real job in turn and asking
// the real package whether the job then differs from itself. Services are in
// serviceFields, devices and networks in resourceFields.
var jobFields = []field{
	{"Status", bookkeeping},
	{"StatusDescription", bookkeeping},
	{"Stable", bookkeeping},
	{"Version", bookkeeping},
	{"CreateIndex", bookkeeping},
	{"ModifyIndex", bookkeeping},
	{"JobModifyIndex", bookkeeping},
	{"SubmitTime", bookkeeping},

	{"Stop", unexecuted},
	{"ConsulToken", unexecuted},
	{"VaultToken", unexecuted},
	{"NomadTokenID", unexecuted},

	{"Affinities", lost},
	{"Constraints", lost},
	{"Datacenters", lost},
	{"Meta", lost | opaque},
	{"Multiregion.Regions", lost},
	{"Multiregion.Regions.Datacenters", made},
	{"Multiregion.Regions.Meta", made | opaque},
	{"ParameterizedJob.MetaOptional", lost},
	{"ParameterizedJob.MetaRequired", lost},
	{"Payload", exact},
	{"Update", plain},

	{"TaskGroups.Affinities", lost},
	{"TaskGroups.Constraints", lost},
	{"TaskGroups.Meta", lost | opaque},
	{"TaskGroups.Scaling.CreateIndex", unexecuted},
	{"TaskGroups.Scaling.ID", unexecuted},
	{"TaskGroups.Scaling.ModifyIndex", unexecuted},
	{"TaskGroups.Scaling.Policy", opaque},
	{"TaskGroups.Scaling.Target", made | opaque},
	{"TaskGroups.ShutdownDelay", exact},
	{"TaskGroups.Spreads", lost},
	{"TaskGroups.Spreads.SpreadTarget", lost},
	{"TaskGroups.StopAfterClientDisconnect", exact},
	{"TaskGroups.Volumes", keyed},
	{"TaskGroups.Volumes.*.MountOptions.MountFlags", lost},

	{"TaskGroups.Tasks.Affinities", lost},
	{"TaskGroups.Tasks.Artifacts.GetterHeaders", lost | opaque},
	{"TaskGroups.Tasks.Artifacts.GetterOptions", lost | opaque},
	{"TaskGroups.Tasks.Config", opaque},
	{"TaskGroups.Tasks.Constraints", lost},
	{"TaskGroups.Tasks.Env", lost | opaque},
	{"TaskGroups.Tasks.Meta", lost | opaque},
	{"TaskGroups.Tasks.ScalingPolicies.CreateIndex", unexecuted},
	{"TaskGroups.Tasks.ScalingPolicies.ID", unexecuted},
	{"TaskGroups.Tasks.ScalingPolicies.ModifyIndex", unexecuted},
	{"TaskGroups.Tasks.ScalingPolicies.Policy", opaque},
	{"TaskGroups.Tasks.ScalingPolicies.Target", opaque},
	{"TaskGroups.Tasks.VolumeMounts", lost},
}

// serviceFields are those of one service, of a group or of a task.
var serviceFields = []field{
	{"CanaryMeta", lost | opaque},
	{"CanaryTags", lost},
	{"Checks.Args", lost},
	{"Checks.Header", lost | keyed},
	{"Checks.Header.*", lost},
	{"Connect.Gateway.Ingress.Listeners", lost},
	{"Connect.Gateway.Ingress.Listeners.Services", lost},
	{"Connect.Gateway.Ingress.Listeners.Services.Hosts", lost},
	{"Connect.Gateway.Proxy.Config", lost | opaque},
	{"Connect.Gateway.Proxy.ConnectTimeout", exact},
	{"Connect.Gateway.Proxy.EnvoyGatewayBindAddresses", keyed},
	{"Connect.Gateway.Terminating.Services", lost},
	{"Connect.SidecarService.Proxy.Config", lost | opaque},
	{"Connect.SidecarService.Proxy.Expose.Paths", made},
	{"Connect.SidecarService.Proxy.ExposeConfig.Path", made}, // the same, as the HTTP API spells it
	{"Connect.SidecarService.Proxy.Upstreams", lost},
	{"Connect.SidecarService.Tags", lost},
	{"Connect.SidecarTask.Config", opaque},
	{"Connect.SidecarTask.Env", lost | opaque},
	{"Connect.SidecarTask.KillTimeout", exact},
	{"Connect.SidecarTask.Meta", lost | opaque},
	{"Connect.SidecarTask.ShutdownDelay", exact},
	{"Meta", lost | opaque},
	{"Tags", lost},
}

// resourceFields are those of the resources of a task or of a sidecar's task.
var resourceFields = []field{
	{"Devices.Affinities", lost},
	{"Devices.Constraints", lost},
	{"Networks", lost},
}

// shape is a node of the tree of fields.
type shape struct {
	traits trait
	fields map[string]*shape
}

// jobShape is the tree of a job.
var jobShape = func() *shape {
	top := new(shape)
	top.add("", jobFields)
	for _, services := range []string{"TaskGroups.Services.", "TaskGroups.Tasks.Services."} {
		top.add(services, serviceFields)
		top.add(services+"Connect.SidecarTask.Resources.", resourceFields)
	}
	top.add("TaskGroups.Tasks.Resources.", resourceFields)
	return top
}()

// ordinary is the shape of a field that no table names.
var ordinary = new(shape)

// add puts a table's rows under a prefix.
func (s *shape) add(prefix string, rows []field) {
	for _, row := range rows {
		at := s
		for name := range strings.SplitSeq(prefix+row.path, ".") {
			next := at.fields[name]
			if next == nil {
				next = new(shape)
				if at.fields == nil {
					at.fields = map[string]*shape{}
				}
				at.fields[name] = next
			}
			at = next
		}
		at.traits |= row.traits
	}
}

// of returns the shape of a field.
func (s *shape) of(name string) *shape {
	if f := s.fields[name]; f != nil {
		return f
	}
	return ordinary
}

// has reports whether the field has a trait.
func (s *shape) has(t trait) bool { return s.traits&t != 0 }
