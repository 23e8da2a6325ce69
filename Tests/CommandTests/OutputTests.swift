import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Where pictures and messages go.
  @Suite struct OutputTests {
    private static let snapshot = ["snapshot", "--size=48x32", "--no-demo", "-o"]

    /// Whatever comes first of tiles, labels and letters.
    @Test(arguments: [
      ["--tilt=20", "--bearing=30"], ["--style=day"], ["--center=60.17,24.94", "--zoom=14", "--no-cache"],
    ]) func theSamePictureComesTwice(view: [String]) async throws {
      let place = try Workplace()
      for name in ["a.png", "b.png"] {
        try await place.overlook(["snapshot", "-o", name, "--size=320x240"] + view).expectSuccess()
      }
      let bytes = try place.bytes("a.png")
      #expect(bytes == (try place.bytes("b.png")))
      let image = try ImageDecoder.decode(bytes)
      #expect(image.width == 320 && image.height == 240)
    }

    @Test func scaleGivesMorePixelsToThePoint() async throws {
      let place = try Workplace()
      try await place.overlook(Self.snapshot + ["a.png", "--scale=2.5"]).expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("a.png"))
      #expect(image.width == 120 && image.height == 80)
    }

    @Test(arguments: [("/nonexistent/o.png", "No such file"), (".", "directory"), ("/proc/o.png", "/proc/o.png")])
    func aPlaceThatCannotBeWrittenToIsNamed(path: String, mentions: String) async throws {
      let place = try Workplace()
      try await place.overlook(Self.snapshot + [path]).expectError(mentions)
      #expect(try place.names.isEmpty)
    }

    /// `/proc` takes no file from anybody, not even from root.
    @Test func theWorkingFolderNeedNotBeWritable() async throws {
      let place = try Workplace()
      try await place.overlook(Self.snapshot + [place.path + "/o.png"], in: "/proc").expectSuccess()
      #expect(try place.names == ["o.png"])
      try await place.overlook(Self.snapshot + ["o.png"], in: "/proc").expectError("cannot write o.png")
    }

    @Test func aPictureThatCannotBeWrittenWholeLeavesTheOldOne() async throws {
      let place = try Workplace()
      _ = try place.file("o.png", [1, 2, 3])
      let outcome = try await place.shell("ulimit -f 1; exec \"$overlook\" snapshot --size=600x400 -o o.png")
      outcome.expectError("cannot write")
      #expect(try place.names == ["o.png"])
      #expect(try place.bytes("o.png") == [1, 2, 3])
    }

    @Test func aLinkStaysALinkAndAPipeAPipe() async throws {
      let place = try Workplace()
      _ = try place.file("target.png", [])
      try FileManager.default.createSymbolicLink(atPath: place.path + "/link.png", withDestinationPath: "target.png")
      try await place.overlook(Self.snapshot + ["link.png"]).expectSuccess()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path + "/link.png") == "target.png")
      let expected = try place.bytes("target.png")
      #expect(try ImageDecoder.decode(expected).width == 48)

      let line = "mkfifo pipe; cat pipe > copy & \"$overlook\" snapshot --size=48x32 --no-demo -o pipe; wait; test -p pipe"
      #expect(try await place.shell(line).status == 0)
      #expect(try place.bytes("copy") == expected)
      try await place.shell("exec \"$overlook\" snapshot --size=48x32 --no-demo -o /dev/stdout | cat > copy2").expectSuccess()
      #expect(try place.bytes("copy2") == expected)
    }

    @Test(arguments: [">&-", "2>&-", "<&-", ">&- 2>&- <&-", "| true", "> /dev/full", "2> /dev/full"])
    func closedAndFullStreamsAreNoReasonToFail(redirection: String) async throws {
      let place = try Workplace()
      let line = "set -o pipefail; OVERLOOK_PICTURE=o.png \"$overlook\" --size=48x32 \(redirection)"
      #expect(try await place.shell(line).status == 0)
      #expect(try ImageDecoder.decode(try place.bytes("o.png")).width == 48)
      #expect(
        try await place.shell("\"$overlook\" snapshot --size=0x0 -o o.png \(redirection)").status
          == (redirection == "| true" ? 0 : 2))
      #expect(try place.names == ["o.png"])
    }

    /// Libraries that find no descriptor late end the process.
    @Test(arguments: [8, 12, 20, 22, 23, 30, 63]) func tooFewFilesAreToldAtOnce(limit: Int) async throws {
      let place = try Workplace()
      let outcome = try await place.shell("ulimit -n \(limit); exec \"$overlook\" snapshot --size=48x32 --no-demo -o o.png")
      outcome.expectError("only \(limit) files may be open")
      #expect(try place.names.isEmpty)
    }

    @Test func thatManyFilesAreEnough() async throws {
      let place = try Workplace()
      try await place.shell("ulimit -n 64; exec \"$overlook\" snapshot --size=48x32 -o o.png").expectSuccess()
      // Of what is allowed it takes what it needs by itself.
      try await place.shell("ulimit -Sn 16; exec \"$overlook\" snapshot --size=48x32 -o o.png").expectSuccess()
    }

    /// A user with a limit of processes, or a container: the kernel refuses the program a thread once, or from then on.
    @Test(.enabled(if: Tool.path("strace") != nil), arguments: ["1", "2", "3", "4", "5", "7", "8", "1+", "4+"])
    func threadsThatCannotBeStartedAreToldOrDoneWithout(which: String) async throws {
      let place = try Workplace()
      let inject = "strace -qq -o /dev/null -e trace=clone3 -e inject=clone3:error=EAGAIN:when=\(which)"
      let outcome = try await place.shell("exec \(inject) \"$overlook\" snapshot --size=48x32 --no-demo --timeout 5 -o o.png")
      if which.hasSuffix("+") {
        outcome.expectError("no thread can be started")
      } else {
        outcome.expectSuccess()
      }
    }

    /// Threads that the driver starts are refused as well: Mesa's software renderer of some versions then waits for the one that is not
    /// there, others do without.
    @Test(.enabled(if: Tool.path("strace") != nil)) func aDriverThatWaitsForAThreadThatIsNotThereEndsTheProgram() async throws {
      let place = try Workplace()
      let inject = "strace -f -qq -o /dev/null -e trace=clone3 -e inject=clone3:error=EAGAIN:when=1"
      let line = "exec timeout -s KILL 60 \(inject) \"$overlook\" snapshot --size=48x32 --no-demo --timeout 3 -o o.png"
      let outcome = try await place.shell(line)
      if outcome.status == 0 {
        outcome.expectSuccess()
        #expect(try ImageDecoder.decode(try place.bytes("o.png")).width == 48)
      } else {
        outcome.expectError("the graphics driver does not answer")
        #expect(try place.names.isEmpty)
      }
    }
  }
}
