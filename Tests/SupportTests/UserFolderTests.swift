import OverlookSupport
import Testing

/// Folders of the person who runs the program.
@Suite struct UserFolderTests {
  /// XDG Base Directory Specification 0.8: the variables and the folders that stand for them.
  @Test(arguments: [
    (UserFolder.cache, "XDG_CACHE_HOME", ".cache"), (.configuration, "XDG_CONFIG_HOME", ".config"),
    (.data, "XDG_DATA_HOME", ".local/share"), (.state, "XDG_STATE_HOME", ".local/state"),
  ]) func aVariableNamesItElseTheHome(folder: UserFolder, variable: String, standard: String) {
    #expect(folder.path(environment: [variable: "/big/disk", "HOME": "/home/ann"]) == "/big/disk/overlook")
    #expect(folder.path(environment: ["HOME": "/home/ann"]) == "/home/ann/\(standard)/overlook")
    #expect(folder.path(environment: [variable: "/big/disk"]) == "/big/disk/overlook")
  }

  /// "All paths set in these environment variables must be absolute. If an implementation encounters a relative path [...] it should
  /// consider the path invalid and ignore it."
  @Test(arguments: ["", "relative/path", "~/x"]) func aRelativePathIsIgnored(path: String) {
    #expect(UserFolder.data.path(environment: ["XDG_DATA_HOME": path, "HOME": "/h"]) == "/h/.local/share/overlook")
    #expect(UserFolder.data.path(environment: ["XDG_DATA_HOME": path, "HOME": path]) == nil)
    #expect(UserFolder.data.path(environment: [:]) == nil)
  }
}
