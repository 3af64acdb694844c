package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/tetratelabs/wazero/api"
)

// Instance is one instance of a module: its own memory, its own machines. Call
// gives the bytes that went over the boundary. An Instance is used by one
// goroutine at a time.
type Instance struct {
	module    api.Module
	memory    api.Memory
	functions [8]api.Function // by call
	stack     [1]uint64
	lost      bool
}

var (
	errLost   = errors.New("the instance was lost in an earlier call")
	errResult = errors.New("the answer lies outside of the memory")
	errTooBig = &core.Error{Code: core.ErrLimit, Text: "the message is too long"}
)

// Call writes input, if there is any, and calls an export by its name, such as
// wasm.Step. handle is passed to those that take one. It returns the bytes of
// the envelope, which are valid until the next call. An input that is too long
// is a *core.Error. After any other error the instance is lost, and every later
// call fails.
func (i *Instance) Call(ctx context.Context, name string, handle uint32, input []byte) ([]byte, error) {
	for c := callDescribe; int(c) < len(calls); c++ {
		if calls[c] == name {
			return i.call(ctx, c, handle, input)
		}
	}
	return nil, fmt.Errorf("the ABI has no call %q", name)
}

func (i *Instance) call(ctx context.Context, c call, handle uint32, input []byte) ([]byte, error) {
	if i.lost {
		return nil, errLost
	}
	if len(input) > core.MaxInputBytes {
		return nil, errTooBig
	}
	if len(input) != 0 {
		at, err := i.invoke(ctx, callInput, uint64(uint32(len(input))))
		if err != nil {
			return nil, err
		}
		if !i.memory.Write(uint32(at), input) {
			return nil, i.lose(ctx, errResult)
		}
	}
	result, err := i.invoke(ctx, c, uint64(handle))
	if err != nil {
		return nil, err
	}
	b, ok := i.memory.Read(uint32(result>>32), uint32(result))
	if !ok {
		return nil, i.lose(ctx, errResult)
	}
	return b, nil
}

// invoke calls one export. Whatever goes wrong, a trap, an exit or an ended
// context, the instance cannot be trusted any more, even if it looks alive.
func (i *Instance) invoke(ctx context.Context, c call, arg uint64) (uint64, error) {
	i.stack[0] = arg
	if err := i.functions[c].CallWithStack(ctx, i.stack[:]); err != nil {
		return 0, i.lose(ctx, err)
	}
	return i.stack[0], nil
}

func (i *Instance) lose(ctx context.Context, err error) error {
	i.lost = true
	return errors.Join(err, i.module.Close(ctx))
}

// MemorySize returns the size of the instance's memory in bytes.
func (i *Instance) MemorySize() int { return int(i.memory.Size()) }

// Close releases the instance.
func (i *Instance) Close(ctx context.Context) error {
	i.lost = true
	return i.module.Close(ctx)
}
