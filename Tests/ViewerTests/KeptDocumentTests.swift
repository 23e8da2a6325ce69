import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookViewer

@MainActor @Suite struct KeptDocumentTests {
  private let folder: TestFolder
  private var path: String { folder.path + "/settings.json" }

  init() throws { folder = try TestFolder() }

  @Test func whatIsKeptComesBackAndUnknownKeysStay() throws {
    try folder.write("settings.json", #"{"future": {"a": [1, 2]}, "theme": "dark"}"#)
    let settings = ViewerSettings(path: path)
    #expect(settings.theme == .dark && settings.units == .automatic)
    settings.units = .imperial
    settings.coordinates = .mgrs
    #expect(ViewerSettings(path: path).units == .imperial && ViewerSettings(path: path).coordinates == .mgrs)
    #expect(folder.text("settings.json")?.contains(#""future":{"a":[1,2]}"#) == true)
  }

  @Test(arguments: ["{", "[1]", "nonsense", "{\"a\": 1} x", "\0\0"]) func aDamagedFileIsPutAsideAndSaidOnce(text: String) throws {
    try folder.write("settings.json", text)
    let settings = ViewerSettings(path: path)
    let faults = settings.takeFaults()
    #expect(faults.count == 1 && faults[0].contains("settings.json.damaged"), "\(faults)")
    #expect(settings.takeFaults().isEmpty && folder.text("settings.json.damaged") == text)
    settings.theme = .light
    #expect(ViewerSettings(path: path).takeFaults().isEmpty && ViewerSettings(path: path).theme == .light)
  }

  @Test func anotherDamagedFileLeavesTheFirstAlone() throws {
    try folder.write("settings.json.damaged", "old")
    try folder.write("settings.json", "new")
    _ = ViewerSettings(path: path)
    #expect(folder.text("settings.json.damaged") == "old" && folder.text("settings.json.damaged-2") == "new")
  }

  @Test(arguments: [#"{"theme": 3, "units": "furlongs", "network": true, "cacheMegabytes": -1e300, "server": null}"#])
  func valuesOfOtherKindsAreTheDefaults(text: String) throws {
    try folder.write("settings.json", text)
    let settings = ViewerSettings(path: path)
    #expect(settings.takeFaults().isEmpty && settings.theme == .desktop && settings.units == .automatic)
    #expect(settings.network == nil && settings.server == MapServer.standard.address)
    #expect(ViewerSettings.cacheRange.contains(settings.cacheMegabytes))
  }

  @Test(.enabled(if: getuid() != 0, "nothing is read-only for root")) func aFolderThatCannotBeWrittenIsSaidAndNothingIsLost()
    throws
  {
    try folder.write("settings.json", #"{"theme":"dark"}"#)
    chmod(folder.path, 0o500)
    let settings = ViewerSettings(path: path)
    settings.theme = .light
    #expect(settings.takeFaults().count == 1 && settings.theme == .light)
    #expect(folder.text("settings.json") == #"{"theme":"dark"}"#)
  }

  @Test func whatIsInTheWayOfTheFileIsSaidAndNothingIsLost() throws {
    try folder.write("settings.json", #"{"theme":"dark"}"#)
    // A folder where the new file would be written.
    try FileManager.default.createDirectory(atPath: path + ".writing", withIntermediateDirectories: false)
    let settings = ViewerSettings(path: path)
    settings.theme = .light
    #expect(settings.takeFaults().count == 1 && settings.theme == .light)
    #expect(folder.text("settings.json") == #"{"theme":"dark"}"#)
  }

  /// Also where an earlier writer was ended and left a file that everybody may read.
  @Test func whatIsPrivateIsReadByNobodyElse() throws {
    try folder.write("keys.json.writing", "old")
    chmod(folder.path + "/keys.json.writing", 0o644)
    #expect(KeptDocument(path: folder.path + "/keys.json", isPrivate: true).change([("a", .string("b"))]))
    #expect(KeptDocument(path: path).change([("a", .string("b"))]))
    var status = stat()
    #expect(stat(folder.path + "/keys.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o400 != 0)
  }

  @Test func keysAreThoseOfOneAddressHoweverItsHostIsWritten() {
    let settings = ViewerSettings(path: path)
    settings.keep(key: "one", of: "https://Example.org/Maps/")
    #expect(settings.key(of: "HTTPS://example.ORG/Maps") == "one" && settings.key(of: "https://example.org/maps") == nil)
    settings.keep(key: "two", of: "photon:https://person:Word@Example.org")
    #expect(settings.key(of: "photon:https://person:Word@example.org/") == "two")
    #expect(settings.key(of: "photon:https://person:word@example.org") == nil)
  }

  @Test func twoWindowsChangeEachTheirOwn() {
    let (one, other) = (ViewerSettings(path: path), ViewerSettings(path: path))
    one.theme = .dark
    other.units = .nautical
    one.coordinates = .utm
    let read = ViewerSettings(path: path)
    #expect(read.theme == .dark && read.units == .nautical && read.coordinates == .utm)
  }

  @Test func withoutAHomeNothingIsKeptAndNothingIsWrong() {
    let settings = ViewerSettings(path: nil)
    settings.theme = .dark
    #expect(settings.theme == .dark && settings.takeFaults().isEmpty)
  }
}
