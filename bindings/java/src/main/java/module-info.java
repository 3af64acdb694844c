/** coxswain decides how a rollout goes on. */
@SuppressWarnings("requires-automatic") // msgpack-core names no module
module io.github.coxswain {
  requires com.dylibso.chicory.runtime;
  requires com.dylibso.chicory.wasm;
  requires msgpack.core;

  exports io.github.coxswain;
}
