// Package journal keeps what went into machines and what came out of them, and
// replays it: the same machines, given the same inputs, must give the same bytes
// again.
//
// # Files
//
// A Writer appends to segments in a folder, NAME-00000001.cxj and so on. It
// never writes to one that another Writer began, so a folder holds the runs of
// all the processes that ever used it. A segment replays alone: it begins with
// the states of all machines that live at that point.
//
//	segment  magic (8 bytes), format version (4), frames
//	frame    length of the payload (4), CRC-32C of the payload (4),
//	         CRC-32C of the eight bytes before (4), payload
//	payload  a MessagePack array, by its first item:
//	         1 head     format, module, schema, state version, configuration,
//	                    segment number, time, size of the segment before
//	         2 state    deployment, state
//	         3 opening  deployment, configuration or nil, input, output
//	         4 step     deployment, input, output
//	         5 bad      deployment, input, error code, field, text
//	         6 closed   deployment
//
// Numbers of magic and frames are big-endian. Configurations, states, inputs and
// outputs are MessagePack inside byte strings, as package core encodes them. The
// first record of a segment is its head, states follow, and then whatever
// happened, in order.
//
// The second checksum is there for the length: without it a damaged length in
// the middle looks like a file that was cut off.
//
// # Torn ends
//
// A process that is killed, a machine that loses its power and a full disk can
// leave a segment whose last record is not whole. A Reader ends before such a
// record and says so (Reader.Torn); it is no error, since nothing that was
// acknowledged as synced is in it. The same damage with records after it is a
// *CorruptError, and so is a segment that is torn although the next one goes on
// from it.
//
// # Who keeps a journal
//
// Whoever steps machines: a host tells the Writer of each step when it returns
// (Writer.Open, Writer.Step, Writer.Bad, Writer.Closed) and begins a new segment
// when Writer.Full says so. A Writer fails once and for all: after an error it
// returns that error for ever and the machines go on without it. A host that
// wants to go on recording makes a new Writer, with the living machines in
// Options.States.
package journal
