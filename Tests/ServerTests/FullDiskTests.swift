import Glibc
import OverlookTestSupport
import Testing

extension ServerTests {
  /// A disk without room, which is a small one in memory: root's to make.
  @Suite(.enabled(if: geteuid() == 0 && NginxServer.isAvailable, "only root can make a small disk, and nginx must be there"))
  struct FullDiskTests {
    /// Room for the database but for no tile; and for nothing at all.
    @Test(arguments: [0, 1 << 20]) func theMapIsShownWithoutACacheAndOneWarning(fillerBytes: Int) async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let visitor = try Visitor()
      let disk = "\(visitor.home.path)/cache"
      guard try await mount(disk) else { try Test.cancel("this machine lets nobody mount a disk") }
      do {
        _ = try? visitor.home.write("cache/filler", [UInt8](repeating: 0, count: fillerBytes))
        let outcome = try await visitor.overlook(
          ["snapshot", "-o", "o.png"] + visitor.place() + ["--tiles", nginx.url("xyz/{z}/{x}/{y}.png")],
          environment: ["MESA_SHADER_CACHE_DIR": nil])
        let lines = outcome.errors.split(separator: "\n")
        #expect(outcome.status == 0 && lines.count == 1, "\(outcome.errors)")
        #expect(lines.first?.hasPrefix("overlook: warning: tiles are not kept on the disk: ") == true, "\(outcome.errors)")
        try expectEqual(try visitor.picture("o.png"), Place.expected(tiles), "full-disk")
      } catch {
        _ = try await Tool.run("umount", ["-l", disk])
        throw error
      }
      _ = try await Tool.run("umount", ["-l", disk])
    }

    /// False in a container that may not.
    private func mount(_ folder: String) async throws -> Bool {
      _ = mkdir(folder, 0o700)
      return try await Tool.run("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", folder]).status == 0
    }
  }
}
