# make run     install what is missing, build, and open the viewer (ARGS="..." is passed on); without a display: overlook.png
# make test    the same preparation, then the whole suite, headless
# make build   the release program only
# make install PREFIX=/usr/local   build it and install it, with its entry in the menu; below DESTDIR where that is set
# make deb     build it and make a Debian package of it, which needs no toolchain where it is installed
# make check-deb   the same, and look at the package with lintian, install it on a bare Debian 12 (debootstrap, as root), start it there
#              from its entry in the menu, and remove it
# make test-card  the tests that draw, with the graphics card of this machine in place of the software renderer
# make soak    the tests that kill programs, 200 times each, and every fault of a server in real time; a hundred lost contexts and
#              failed allocations; ten million odd numbers through the API (NUMBERS); a tour of a million frames (SOAK_FRAMES) with its figures
# make threads  run what works on several threads under the thread sanitizer, and say how many races it reports
# make coverage  which share of the lines of the parsers the tests reach
# make lint    the formatter in check mode; make format rewrites the files
# make fuzz    build the fuzz targets with sanitizers and run each FUZZ_RUNS times (10 million)
# make licenses  write the licences of what the program links into Assets/Licenses (on Debian and Ubuntu)
# make docs    build the documentation of the library into .build/docs (offline)
# make api     write down what is public (Documentation/public-api.txt), which a test compares
# make world   build the world, the city and the icons under Assets anew from their sources (PARTS="vector regions" for some)
# make pictures  draw the pictures of README and of the choice of base maps anew (VIEWS="base alps" for some)
# make gallery  draw the views of Scripts/gallery.txt in all four styles: .build/gallery/index.html (VIEWS="town indoor" for some)

SHELL := /bin/bash
SWIFT ?= swift
ARGS ?=
# The release program brings Swift's own libraries with it where the toolchain has them so: it starts a seventh sooner, and runs where
# there is no toolchain. It exports nothing, so that the linker leaves out what it does not use, ICU's tables are trimmed, and its linker is
# the one that writes least.
export STATIC := $(if $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))../lib/swift_static),--static-swift-stdlib -Xlinker --no-export-dynamic)
SOURCES := Package.swift Sources Tests Fuzz Shaders Assets Examples

# Keeps memory contents (keys, positions) out of what a crash would print.
export SWIFT_BACKTRACE ?= registers=none,images=none,sanitize=yes

.PHONY: run test test-card test-build install deb check-deb soak threads coverage build lint format fuzz docs api licenses world gallery pictures packages test-packages

# Without a display the scene goes to this picture instead.
run: export OVERLOOK_PICTURE ?= overlook.png
run: build
	@exec "$$($(SWIFT) build -c release --show-bin-path)/overlook" $(ARGS)

build: packages
	$(SWIFT) build -c release $(STATIC) $(if $(STATIC),$$(Scripts/trim-icu $(SWIFT)) $$(Scripts/link-small $(SWIFT))) --product overlook

PREFIX ?= /usr/local

install: build
	Scripts/install-program $(PREFIX)

deb: build
	Scripts/make-deb

# Every module is compiled at once and the hottest ones optimised (Package.swift), for the programs that tests start hundreds of times.
# While working on a module, `swift build --build-tests` and `Scripts/run-tests --filter SUITE` are quicker. No index of the sources is
# made: the tests begin in Tests/XCTMain.swift, and nothing looks for them. Modules are not made ahead of their code, which costs a second
# look at each: nobody waits for them, since a module is taken as built when all of it is.
TEST_FLAGS ?= --disable-xctest --disable-index-store -debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads \
  -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo

test-build: test-packages
	OVERLOOK_TEST_BUILD=1 $(SWIFT) build --build-tests $(TEST_FLAGS)

test: test-build
	Scripts/run-tests

check-deb: build
	Scripts/check-deb

NUMBERS ?= 10000000
SOAK_FRAMES ?= 1000000

test-card: test-build
	OVERLOOK_TEST_CARD=1 Scripts/run-tests --filter '^(GPU|Render|Overlook|StyledMap|PanoramaView|Controls|Vector|Raster)Tests\.'

soak: test-build build
	OVERLOOK_KILLS=200 Scripts/run-tests --filter 'KillTests|PackTests|CacheDamageTests|ServerTests.FaultTests'
	OVERLOOK_FAULTS=100 Scripts/run-tests --filter LostGraphicsTests
	OVERLOOK_ROUTE_PAIRS=1000 Scripts/run-tests --filter ValhallaTests
	OVERLOOK_NUMBERS=$(NUMBERS) Scripts/run-tests --filter HostileNumberTests
	LIBGL_ALWAYS_SOFTWARE=1 "$$($(SWIFT) build -c release --show-bin-path)/overlook" bench soak --frames $(SOAK_FRAMES)

threads: test-packages
	Scripts/check-threads

coverage: test-packages
	Scripts/coverage

packages:
	@Scripts/install-packages

test-packages:
	@Scripts/install-packages --tests
	@Scripts/install-mapproxy
	@Scripts/install-pmtiles
	@Scripts/install-valhalla

lint:
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)

format:
	$(SWIFT) format --in-place --parallel --recursive --configuration .swift-format $(SOURCES)

fuzz: packages
	Scripts/fuzz

licenses: build
	Scripts/collect-licenses

docs: build
	Scripts/build-docs

api: test-build
	OVERLOOK_WRITE_API=1 Scripts/run-tests --filter PublicAPITests

world: packages
	Scripts/build-world $(PARTS)

gallery: build
	Scripts/gallery $(VIEWS)

pictures: build
	Scripts/pictures $(VIEWS)
