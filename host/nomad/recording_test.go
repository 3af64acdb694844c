package nomad

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const recordings = "testdata/recordings"

// TestRead runs the scripts of testdata/read. Their commands are
//
//	read [gzip] [cut=N]    a recording, and after a line "sidecar:" its sidecar
//
// gzip compresses the recording first; cut leaves out the last N bytes of what
// is read. "\" at the end of a line joins it with the next, so that long lines
// can be written readably.
func TestRead(t *testing.T) {
	datadriven.Walk(t, "testdata/read", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "read" {
				d.Fatalf(t, "unknown command %q", d.Cmd)
			}
			rec, err := readScript(t, d)
			if err != nil {
				return describe(t, err)
			}
			return printRecording(rec)
		})
	})
}

// readScript reads the recording that a script holds.
func readScript(t *testing.T, d *datadriven.TestData) (*Recording, error) {
	t.Helper()
	text, side, hasSide := strings.Cut(joinLines(d.Input), "sidecar:\n")
	data := []byte(text)
	if !hasSide {
		data = append(data, '\n')
	}
	if d.HasArg("gzip") {
		data = compress(t, data)
	}
	cut := 0
	d.MaybeScanArgs(t, "cut", &cut)
	r := bytes.NewReader(data[:len(data)-cut])
	if hasSide {
		return ReadWithSidecar("script", r, strings.NewReader(side))
	}
	return Read("script", r)
}

// joinLines joins lines that end in a backslash with the next one.
func joinLines(s string) string {
	lines := strings.Split(s, "\n")
	var b strings.Builder
	for i, l := range lines {
		joined, more := strings.CutSuffix(l, `\`)
		if !more {
			b.WriteString(l)
			if i < len(lines)-1 {
				b.WriteString("\n")
			}
			continue
		}
		b.WriteString(strings.TrimRight(joined, " "))
		lines[i+1] = strings.TrimLeft(lines[i+1], " ")
	}
	return b.String()
}

// describe writes an error down with its kind.
func describe(t *testing.T, err error) string {
	t.Helper()
	var e *Error
	require.ErrorAs(t, err, &e)
	return fmt.Sprintf("%v [%v]", e, e.Err)
}

func compress(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// bundled lists the recordings of the repository.
func bundled(t testing.TB) []string {
	t.Helper()
	files, err := Files([]string{recordings})
	require.NoError(t, err)
	require.NotEmpty(t, files, "recordings.txt names them all")
	return files
}

// TestRecordings writes down what is in each bundled recording.
func TestRecordings(t *testing.T) {
	datadriven.RunTest(t, "testdata/recordings.txt", func(t *testing.T, d *datadriven.TestData) string {
		var b strings.Builder
		for _, file := range bundled(t) {
			rec, err := ReadFile(file)
			require.NoError(t, err)
			summarize(&b, rec)
		}
		return b.String()
	})
}

func summarize(b *strings.Builder, rec *Recording) {
	var jobs, deployments, evaluations, allocations, commits, snapshots, leaders int
	for _, e := range rec.Entries {
		switch {
		case e.Commit != nil:
			commits++
			jobs += len(e.Commit.Jobs)
			deployments += len(e.Commit.Deployments)
			evaluations += len(e.Commit.Evaluations)
			allocations += len(e.Commit.Allocations)
		case e.Snapshot != nil:
			snapshots++
		case e.Leader:
			leaders++
		}
	}
	fmt.Fprintf(b, "%s: lines=%d commits=%d jobs=%d deployments=%d evaluations=%d allocations=%d snapshots=%d leaders=%d %s\n",
		rec.Name, rec.Lines, commits, jobs, deployments, evaluations, allocations, snapshots, leaders, time.Duration(rec.End-rec.Start))
	for _, e := range rec.Entries {
		if e.Command != nil {
			fmt.Fprintf(b, "  %s ", since(rec.Start, e.Time))
			printCommand(b, e.Command)
		}
	}
}

// A recording as curl makes it has events only: it must read as well, and hold
// the same commits.
func TestStripped(t *testing.T) {
	for _, file := range bundled(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			full, err := ReadFile(file)
			require.NoError(t, err)
			bare, err := Read("stripped", bytes.NewReader(strip(t, file)))
			require.NoError(t, err)
			assert.False(t, bare.Timed)
			var commits []Entry
			for _, e := range full.Entries {
				if e.Commit != nil {
					commits = append(commits, e)
				}
			}
			require.Len(t, bare.Entries, len(commits))
			last := int64(0)
			for i, e := range bare.Entries {
				assert.Equal(t, commits[i].Commit.Index, e.Commit.Index)
				assert.Equal(t, len(commits[i].Commit.Allocations), len(e.Commit.Allocations))
				assert.Equal(t, len(commits[i].Commit.Evaluations), len(e.Commit.Evaluations))
				assert.GreaterOrEqual(t, e.Time, last, "times never step back")
				assert.LessOrEqual(t, e.Time, commits[i].Time+int64(10*time.Millisecond), "written before it was heard of")
				last = e.Time
			}
		})
	}
}

// strip leaves of a recording what Nomad's event stream itself sends.
func strip(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var out bytes.Buffer
	for line := range bytes.Lines(data) {
		var l map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &l))
		if l["Events"] == nil {
			continue
		}
		delete(l, "t")
		b, err := json.Marshal(l)
		require.NoError(t, err)
		out.Write(append(b, '\n'))
		out.WriteString("{}\n")
	}
	return out.Bytes()
}

// Compressed or not, and whatever the name, the same is read.
func TestReadFileGzip(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(recordings, "pause-resume.ndjson"))
	require.NoError(t, err)
	side, err := os.ReadFile(filepath.Join(recordings, "pause-resume.json"))
	require.NoError(t, err)
	want, err := ReadFile(filepath.Join(recordings, "pause-resume.ndjson"))
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"pause-resume.ndjson.gz": compress(t, data),
		"pause-resume.ndjson":    compress(t, data),
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "pause-resume.json"), side, 0o600))
		got, err := ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

// Every prefix of a compressed recording is reported as truncated.
func TestReadTruncatedGzip(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(recordings, "first-version-fails.ndjson"))
	require.NoError(t, err)
	whole := compress(t, data)
	for _, n := range []int{3, 9, 100, len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		_, err := Read("cut", bytes.NewReader(whole[:n]))
		assert.ErrorIs(t, err, ErrTruncated, "%d of %d bytes", n, len(whole))
	}
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-6] ^= 1
	_, err = Read("sum", bytes.NewReader(damaged))
	assert.ErrorIs(t, err, ErrSyntax)
}

func TestReadLongLine(t *testing.T) {
	line := io.MultiReader(strings.NewReader("{}\n{\"Poll\":\""), bytes.NewReader(bytes.Repeat([]byte{'x'}, MaxLineBytes)), strings.NewReader("\"}\n"))
	_, err := Read("long", line)
	require.ErrorIs(t, err, ErrLimit)
	assert.EqualError(t, err, "long:2: a line of more than 16777216 bytes")
}

func TestReadFailingReader(t *testing.T) {
	broken := errors.New("cable pulled")
	_, err := Read("net", io.MultiReader(strings.NewReader("{}\n"), failing{broken}))
	require.ErrorIs(t, err, broken)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadFileErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.ndjson")
	_, err := ReadFile(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.EqualError(t, err, path+": no such file or directory")

	require.NoError(t, os.WriteFile(path, []byte("{}\n"), 0o600))
	for name, side := range map[string]struct {
		text string
		kind error
	}{
		"not JSON":     {"steps:", ErrSyntax},
		"a list":       {"[]", ErrValue},
		"below zero":   {`{"t0_unix_nano":-5}`, ErrValue},
		"after 2116":   {`{"t0_unix_nano":9000000000000000000}`, ErrValue},
		"steps a word": {`{"steps":"none"}`, ErrValue},
		"too large":    {strings.Repeat(" ", MaxSidecarBytes+1), ErrLimit},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "r.json"), []byte(side.text), 0o600))
			_, err := ReadFile(path)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, e, side.kind)
			assert.Equal(t, filepath.Join(dir, "r.json"), e.File)
		})
	}

	// Another ending has no sidecar.
	other := filepath.Join(dir, "r.log")
	require.NoError(t, os.WriteFile(other, []byte("{}\n"), 0o600))
	rec, err := ReadFile(other)
	require.NoError(t, err)
	assert.Equal(t, "r.log", rec.Name)
	assert.False(t, rec.HasSidecar)
	assert.Zero(t, rec.Start)
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.ndjson", "a.ndjson.gz", "a.json", "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	notes := filepath.Join(dir, "notes.txt")
	files, err := Files([]string{"-", notes, dir})
	require.NoError(t, err)
	assert.Equal(t, []string{"-", notes, filepath.Join(dir, "a.ndjson.gz"), filepath.Join(dir, "b.ndjson")}, files)

	_, err = Files([]string{filepath.Join(dir, "missing")})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Files([]string{t.TempDir()})
	require.ErrorContains(t, err, "no *.ndjson")
}

// FuzzRead: whatever the bytes, Read answers with a recording or an *Error, and
// what it returns can be put into a cluster.
func FuzzRead(f *testing.F) {
	event := func(topic, object string) string {
		return `{"Index":5,"Events":[{"Topic":"` + topic + `","Payload":{"` + topic + `":` + object + "}}]}\n"
	}
	job := `{"ID":"j","Version":1,"SubmitTime":9,"Meta":{},"TaskGroups":[{"Name":"g","Update":{"AutoRevert":true},"Scaling":{}}]}`
	lines := event("Job", job) +
		event("Deployment", `{"ID":"d","JobID":"j","Status":"running","TaskGroups":{"g":{"PlacedCanaries":["a"],"RequireProgressBy":null}}}`) +
		event("Allocation", `{"ID":"a","JobID":"j","TaskGroup":"g","DesiredStatus":"run","ClientStatus":"pending","DeploymentID":"d"}`) +
		event("Evaluation", `{"ID":"e","JobID":"j","Status":"pending","CreateTime":9}`)
	f.Add([]byte(lines), []byte(`{}`))
	f.Add(compress(f, []byte(lines)), []byte(nil))
	f.Add([]byte(`{"t":0,"Snapshot":{"Index":3,"Jobs":[`+job+`],"JobVersions":[],"Deployments":[]}}`), []byte(`{"t0_unix_nano":1}`))
	f.Add([]byte("{\"t\":1,\"Leader\":true}\n{}\n{\"t\":1,\"Poll\":{}}"), []byte(`{"t0_unix_nano":1,"steps":[{"t":1,"call":"PUT /v1/deployment/pause/d","body":{"Pause":true},"response":"no"}]}`))
	f.Fuzz(func(t *testing.T, data, side []byte) {
		rec, err := Read("fuzz", bytes.NewReader(data))
		checkRead(t, rec, err)
		rec, err = ReadWithSidecar("fuzz", bytes.NewReader(data), bytes.NewReader(side))
		checkRead(t, rec, err)
	})
}

func checkRead(t *testing.T, rec *Recording, err error) {
	t.Helper()
	if err != nil {
		var e *Error
		require.ErrorAs(t, err, &e)
		return
	}
	last := int64(1)
	for _, e := range rec.Entries {
		require.GreaterOrEqual(t, e.Time, last)
		last = e.Time
	}
	f := follower{t: t, blind: true}
	f.follow(rec)
}

func BenchmarkReadFile(b *testing.B) {
	file := filepath.Join(recordings, "three-groups-deadlines.ndjson")
	info, err := os.Stat(file)
	require.NoError(b, err)
	b.SetBytes(info.Size())
	for b.Loop() {
		if _, err := ReadFile(file); err != nil {
			b.Fatal(err)
		}
	}
}
