package nomad

import "encoding/json"

// builder merges the lines of one index into a commit. A later version of an
// object takes the place of an earlier one.
type builder struct {
	Commit
	at    map[objectKey]int
	entry int // its position among the entries
}

// objectKey names an object within a commit.
type objectKey struct {
	topic, namespace, id string
	version              uint64
}

func newBuilder(index uint64) *builder {
	return &builder{Commit: Commit{Index: index}, at: map[objectKey]int{}}
}

// event takes in one event and reports its object's stamps. One of a topic that
// means nothing to a watcher is passed over.
func (b *builder) event(line int, e *wireEvent, stamp func(...int64)) error {
	switch e.Topic {
	case "Job", "Deployment", "Allocation", "Evaluation":
	default:
		return nil
	}
	var payload struct{ Job, Deployment, Allocation, Evaluation json.RawMessage }
	if len(e.Payload) == 0 || string(e.Payload) == "null" {
		return &damage{ErrMissing, e.Topic + " event without a payload"}
	}
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		return jsonDamage(e.Topic+" event: payload", err)
	}
	switch e.Topic {
	case "Job":
		j, err := decodeJob(payload.Job)
		if err != nil {
			return err
		}
		stamp(j.SubmitTime)
		put(b, &b.Jobs, objectKey{e.Topic, j.Namespace, j.ID, j.Version}, Written[Job]{e.Type, line, j})
	case "Deployment":
		d, err := decodeDeployment(payload.Deployment)
		if err != nil {
			return err
		}
		put(b, &b.Deployments, objectKey{topic: e.Topic, id: d.ID}, Written[Deployment]{e.Type, line, d})
	case "Allocation":
		a, err := decodeAllocation(payload.Allocation)
		if err != nil {
			return err
		}
		stamp(a.CreateTime, a.ModifyTime)
		put(b, &b.Allocations, objectKey{topic: e.Topic, id: a.ID}, Written[Allocation]{e.Type, line, a})
	case "Evaluation":
		v, err := decodeEvaluation(payload.Evaluation)
		if err != nil {
			return err
		}
		stamp(v.CreateTime, v.ModifyTime)
		put(b, &b.Evaluations, objectKey{topic: e.Topic, id: v.ID}, Written[Evaluation]{e.Type, line, v})
	}
	return nil
}

// put adds an object to a commit's list, or puts it in its earlier version's place.
func put[T any](b *builder, list *[]Written[T], key objectKey, w Written[T]) {
	if i, ok := b.at[key]; ok {
		(*list)[i] = w
		return
	}
	b.at[key] = len(*list)
	*list = append(*list, w)
}
