package simulate

// Scenario is a rollout to be played. Times count from its start. What is left
// out has the default that its comment gives.
type Scenario struct {
	// Name is the file's without its ending unless it is given.
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	// Duration ends the play, which ends sooner when nothing more can happen; an
	// hour.
	Duration *Duration `yaml:"duration"`
	// Level is whose decisions are wanted (core.Levels), unless Config says so;
	// nomad-1.0.4.
	Level string `yaml:"level"`
	// Policy is what is wanted beyond the level, unless Config says so; nothing.
	Policy Policy `yaml:"policy"`
	Job    Job    `yaml:"job"`
	// Versions are registered one after the other; at least one.
	Versions []Version `yaml:"versions"`
	// Fates say how allocations fare. For each allocation the first one that is
	// for it counts; without any it becomes healthy.
	Fates []Fate `yaml:"fates"`
	// Commands are what users ask of a deployment.
	Commands []Command `yaml:"commands"`
	// Freezes are times in which nothing goes forward (G10), at most
	// core.MaxFreezes. Verdicts are what the policy's gates say (G9). Both are told
	// to whoever leads, and again to the next one.
	Freezes  []Freeze  `yaml:"freezes"`
	Verdicts []Verdict `yaml:"verdicts"`
	// Stop is when the job is stopped; never.
	Stop *Duration `yaml:"stop"`
	// Leadership has the times without a leader; there is one always.
	Leadership []Absence `yaml:"leadership"`
	// Faults are times in which the cluster answers badly.
	Faults []Fault `yaml:"faults"`
}

// Job names the job.
type Job struct {
	// ID is "job", Namespace "default", Type "service" (the only one that has
	// deployments at every level) and Priority 50.
	ID        string `yaml:"id"`
	Namespace string `yaml:"namespace"`
	Type      string `yaml:"type"`
	Priority  int    `yaml:"priority"`
}

// Version is one registration of the job. It gets the next version number.
type Version struct {
	// At is when it is registered; not before the one above.
	At Duration `yaml:"at"`
	// Image stands for everything that is executed. Versions with the same image
	// are updated in place; left out, it is the version's own.
	Image string `yaml:"image"`
	// Tag is the version's name, for Policy.RollbackTag; none.
	Tag string `yaml:"tag"`
	// Incomparable says that the specification differs from everything, also from
	// itself, as Nomad finds for one that holds a list that is present but empty. A
	// rollback to it can be rolled back again (S-18).
	Incomparable bool `yaml:"incomparable"`
	// Groups are the task groups; those of the version before when left out.
	Groups []Group `yaml:"groups"`
}

// Group is a task group.
type Group struct {
	Name string `yaml:"name"`
	// Count is how many allocations are wanted; 1.
	Count *int `yaml:"count"`
	// Image is the version's.
	Image      string     `yaml:"image"`
	Update     Update     `yaml:"update"`
	Restart    Restart    `yaml:"restart"`
	Reschedule Reschedule `yaml:"reschedule"`
}

// Update is a group's update block, with Nomad's defaults.
type Update struct {
	// MaxParallel is how many are replaced at once; 1.
	MaxParallel int `yaml:"max_parallel"`
	// Canary is how many canaries are placed first; 0.
	Canary int `yaml:"canary"`
	// MinHealthyTime is how long an allocation must run to be healthy; 10s.
	MinHealthyTime *Duration `yaml:"min_healthy_time"`
	// HealthyDeadline is when one that is not healthy is unhealthy; 5m.
	HealthyDeadline *Duration `yaml:"healthy_deadline"`
	// ProgressDeadline is 10m; 0 is none.
	ProgressDeadline *Duration `yaml:"progress_deadline"`
	AutoRevert       bool      `yaml:"auto_revert"`
	AutoPromote      bool      `yaml:"auto_promote"`
	// HealthCheck is "checks" or "task_states", which are one here, or "manual".
	HealthCheck string `yaml:"health_check"`
}

// Restart is how a client restarts a task that failed.
type Restart struct {
	// Attempts is how often, in an allocation's life; 2. Delay is 15s.
	Attempts *int      `yaml:"attempts"`
	Delay    *Duration `yaml:"delay"`
}

// Reschedule is how the scheduler replaces an allocation that failed.
type Reschedule struct {
	// Delay is how long after the failure; 30s, at least 100ms.
	Delay *Duration `yaml:"delay"`
}

// The fates of an allocation.
const (
	DoesHealthy = "healthy" // it runs, and is healthy After running that long
	DoesFail    = "fails"   // its task fails each time After it ran that long
	DoesFlap    = "flaps"   // its task fails so Times times, then runs
	DoesNothing = "silent"  // nothing is ever heard of it
)

// Fate says how some allocations fare.
type Fate struct {
	// Version, Group and Allocations say which: left out, all. Allocations are
	// numbered from 1 in the order in which a version's are placed in a group.
	Version     *int   `yaml:"version"`
	Group       string `yaml:"group"`
	Allocations []int  `yaml:"allocations"`
	// Does is one of the words above; "healthy".
	Does string `yaml:"does"`
	// After is the min_healthy_time of the group (and never less) for "healthy",
	// 200ms for a failure.
	After *Duration `yaml:"after"`
	Times int       `yaml:"times"`
	// Start is how long it takes until the task runs, or until its client has
	// heard of an update in place; 300ms.
	Start *Duration `yaml:"start"`
	// LostAt is when its node is lost, LostAfter the same from its placement;
	// never.
	LostAt    *Duration `yaml:"lost_at"`
	LostAfter *Duration `yaml:"lost_after"`
	// Replaced says whether there is room for another one then; true.
	Replaced *bool `yaml:"replaced"`
}

// What a Command does.
const (
	DoPause     = "pause"
	DoResume    = "resume"
	DoPromote   = "promote"
	DoFail      = "fail"
	DoSetHealth = "set-health"
)

// Command is what a user asks of a deployment.
type Command struct {
	At Duration `yaml:"at"`
	Do string   `yaml:"do"`
	// Version is the deployment's; the newest deployment when left out.
	Version *int `yaml:"version"`
	// Groups are for promote; all when left out.
	Groups []string `yaml:"groups"`
	// Group, Healthy and Unhealthy are for set-health: allocations by their
	// numbers (see Fate). Group may be left out if the job has one.
	Group     string `yaml:"group"`
	Healthy   []int  `yaml:"healthy"`
	Unhealthy []int  `yaml:"unhealthy"`
}

// Absence is a time without a leader.
type Absence struct {
	// Lost is when it begins, Gained when there is a leader again; never.
	Lost   Duration  `yaml:"lost"`
	Gained *Duration `yaml:"gained"`
}

// How the cluster answers in a Fault.
const (
	AnswerUnknown  = "unknown"  // no answer comes
	AnswerRejected = "rejected" // everything is refused
)

// Fault is a time in which the cluster answers badly.
type Fault struct {
	From   Duration `yaml:"from"`
	To     Duration `yaml:"to"`
	Answer string   `yaml:"answer"`
	// Written says that what has no answer is written all the same.
	Written bool `yaml:"written"`
	// Triggers are the ones it holds for, "T1" to "T4"; all when left out.
	Triggers []string `yaml:"triggers"`
}
