package journal

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/coxswain/coxswain/core"
)

// Format is the version of segments that a Writer writes and a Reader reads.
const Format = 1

const (
	// magic begins every segment. Like PNG's it is no text, and changes when
	// something takes the file for one.
	magic = "\x89CXJ\r\n\x1a\n"
	// fileHead and frameHead are bytes before the first frame and before each
	// payload.
	fileHead  = len(magic) + 4
	frameHead = 12
	// maxPayload is an input and an output with what stands around them.
	maxPayload = 2*core.MaxInputBytes + 16<<10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFileHead appends the beginning of a segment.
func appendFileHead(b []byte) []byte {
	return binary.BigEndian.AppendUint32(append(b, magic...), Format)
}

// seal fills in the head of a frame, for which b has room before its payload.
func seal(b []byte) {
	payload := b[frameHead:]
	binary.BigEndian.PutUint32(b, uint32(len(payload)))
	binary.BigEndian.PutUint32(b[4:], crc32.Checksum(payload, castagnoli))
	binary.BigEndian.PutUint32(b[8:], crc32.Checksum(b[:8], castagnoli))
}

// frame is the head of one.
type frame struct{ length, sum uint32 }

// parseFrame reads the head of a frame; false when its checksum is wrong.
func parseFrame(b []byte) (frame, bool) {
	f := frame{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
	return f, crc32.Checksum(b[:8], castagnoli) == binary.BigEndian.Uint32(b[8:])
}
