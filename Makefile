# coxswain. `make help` lists the targets; each is a line with two hashes.

GO       ?= go
FUZZTIME ?= 20s
N        ?= 30000
RECORDINGS = host/nomad/testdata/recordings

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## replay recordings of real Nomad rollouts through the WebAssembly module
	@$(GO) run ./host/cmd/coxswain replay --engine wasm $(RECORDINGS)

.PHONY: test
test: ## run every test, and say what ran and what was skipped
	@GO="$(GO)" .ci/test

.PHONY: bench
bench: ## print the figures of the budgets
	$(GO) test ./host ./host/engine ./host/simulate -run '^$$' -bench . -benchmem

.PHONY: bench-bindings
bench-bindings: ## print what a step costs in each language, beside native
	$(GO) run ./bindings/bench

.PHONY: fuzz
fuzz: ## fuzz every target for FUZZTIME (20s) each
	@GO="$(GO)" FUZZTIME="$(FUZZTIME)" .ci/fuzz

.PHONY: oracle
oracle: ## compare N (30000) random scenarios with Nomad's own watcher
	@cd fuzz/oracle && { ORACLE_N=$(N) ORACLE_SEED=$(or $(SEED),1) $(GO) test -count=1 -timeout 8h -v -run 'TestOracle$$' . 2>&1; echo "status $$?"; } | \
		awk '/^oracle: / { sums = $$0; next } /^status / { status = $$2; next } { print } END { if (sums) print sums; exit status }'

.PHONY: bench-oracle
bench-oracle: ## print the CPU time of an update in Nomad's watcher and in ours
	@cd fuzz/oracle && ORACLE_BENCH=1 $(GO) test -count=1 -timeout 30m -v -run 'TestCost$$' .

.PHONY: wasm
wasm: ## build the module and the plugin with TinyGo, which is itself built the first time
	wasm/build.sh
	plugin/build.sh

.PHONY: generate
generate: ## write the generated code anew
	$(GO) generate ./...

.PHONY: lint
lint: ## go vet, staticcheck, gofmt, generated code up to date
	@GO="$(GO)" .ci/lint
