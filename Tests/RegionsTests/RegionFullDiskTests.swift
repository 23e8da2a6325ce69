import Foundation
import Glibc
import OverlookFormats
import OverlookRegions
import OverlookTestSupport
import Testing

/// A region that is built where there is no room for it. Small disks in memory are root's to make.
@Suite(.enabled(if: geteuid() == 0, "only root can make a small disk")) struct RegionFullDiskTests {
  /// From no room at all to enough: it ends wherever the room does.
  @Test func aFullDiskIsAnErrorAndLeavesNothing() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-full-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let extract = "\(folder)/town.osm"
    try Data(RegionBuilderTests.extract.utf8).write(to: URL(fileURLWithPath: extract))
    var outcomes: [Bool] = []
    for kilobytes in [8, 16, 32, 48, 64, 96, 128, 192, 1024] {
      let disk = "\(folder)/disk\(kilobytes)"
      _ = mkdir(disk, 0o700)
      guard try await Tool.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=700", "tmpfs", disk]).status == 0 else {
        try Test.cancel("this machine lets nobody mount a disk")
      }
      outcomes.append(Self.builds(extract, on: disk))
      #expect(try await Tool.run("umount", ["-l", disk]).status == 0)
    }
    #expect(outcomes.first == false && outcomes.last == true)
  }

  /// Whether the region was made; what is not made must leave nothing.
  private static func builds(_ extract: String, on disk: String) -> Bool {
    let output = "\(disk)/Town.region"
    do throws(FormatError) {
      let region = try RegionBuilder(input: extract, output: output).build()
      #expect(RegionCheck.faults(of: region).isEmpty)
      return true
    } catch {
      let left = (try? FileManager.default.contentsOfDirectory(atPath: disk)) ?? ["?"]
      #expect(left.isEmpty, "\(error)")
      #expect("\(error)".contains("No space left") || "\(error)".contains("full"), "\(error)")
      return false
    }
  }
}
