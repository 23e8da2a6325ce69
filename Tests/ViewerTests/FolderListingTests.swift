import Foundation
import OverlookTestSupport
import Testing

@testable import OverlookViewer

@Suite struct FolderListingTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/listing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/Tracks", withIntermediateDirectories: true)
    for name in ["b10.gpx", "b9.gpx", ".hidden.gpx", "notes.txt", "areas.geojson", "map.PMTiles"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    mkfifo(folder + "/pipe.gpx", 0o600)
  }

  @MainActor @Test func aPageReadsItsFolderWhenItIsShown() async throws {
    let page = OpenFilePage(home: folder)
    #expect(!page.listing.isRead && page.listing.path == folder)
    page.didAppear()
    #expect(await eventually { page.listing.isRead })
    #expect(page.listing == FolderListing(folder))
  }

  @Test func foldersComeFirstThenKnownFilesInTheOrderThatPeopleCount() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let listing = FolderListing(folder)
    #expect(listing.items.map(\.name) == ["Tracks", "areas.geojson", "b9.gpx", "b10.gpx", "map.PMTiles"])
    #expect(listing.items.first?.isFolder == true && listing.items.last?.size == 1)
    #expect(FolderListing(folder, showsAll: true).items.map(\.name).contains("notes.txt"))
    #expect(!FolderListing(folder, showsAll: true).items.map(\.name).contains("pipe.gpx"))
    #expect(FolderListing(folder + "/nowhere").fault != nil)
  }

  @Test func aPathThatIsTypedGoesOnToWhatIsThere() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(FolderListing.completions(of: folder + "/B", home: "/") == [folder + "/b9.gpx", folder + "/b10.gpx"])
    #expect(FolderListing.completions(of: folder + "/tr", home: "/") == [folder + "/Tracks/"])
    #expect(FolderListing.completions(of: "~/tr", home: folder) == [folder + "/Tracks/"])
    #expect(FolderListing.completions(of: "relative", home: folder).isEmpty)
    #expect(FolderListing.completions(of: folder + "/", home: "/", limit: 2).count == 2)
  }

  @Test func whatIsNoPlainFileIsNotOpened() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(FileSight.look(at: folder + "/pipe.gpx") == .special)
    #expect(FileSight.look(at: "/dev/null") == .special)
    #expect(FileSight.look(at: folder + "/nowhere.gpx") == .missing)
    #expect(FileSight.look(at: folder + "/Tracks") == .folder([], omitted: 0))
    guard case .folder(let paths, 0) = FileSight.look(at: folder) else {
      Issue.record("a folder is one")
      return
    }
    // A FIFO has a known name; it is looked at again when it is opened.
    #expect(paths.first == folder + "/areas.geojson" && paths.contains(folder + "/pipe.gpx"))
  }

  @Test func aFolderOfManyFilesIsBounded() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<100 { try Data().write(to: URL(fileURLWithPath: "\(folder)/Tracks/\(number).gpx")) }
    guard case .folder(let paths, let omitted) = FileSight.look(at: folder + "/Tracks") else {
      Issue.record("a folder is one")
      return
    }
    #expect(paths.count == FileSight.folderLimit && omitted == 100 - FileSight.folderLimit)
  }
}
