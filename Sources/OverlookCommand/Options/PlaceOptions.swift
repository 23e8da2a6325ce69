import ArgumentParser
import Foundation
import Overlook
import OverlookSearch

/// Who answers when a place is looked for, and in which language.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The region that answers: its name or its folder, or a search index. May be left out: then all regions and the places of the world answer.",
      valueName: "region"))
  var region: String?

  @Option(
    help: ArgumentHelp("A server that answers in their place: nominatim:URL or photon:URL.", valueName: "server"))
  var server: String?

  @Option(help: ArgumentHelp("Of names in the answer: de, zh-Hant; that of the person when left out.", valueName: "language"))
  var language: String?

  func validate() throws {
    if region != nil, server != nil { throw ValidationError("--region and --server exclude each other") }
    if let server, GeocodingServer.parts(server) == nil {
      throw ValidationError("--server wants nominatim:URL or photon:URL, with an http or https address")
    }
  }

  var provider: any PlaceProvider {
    switch server.flatMap(GeocodingServer.parts) {
    case (.nominatim, let address)?: PlaceServer.nominatim(address: address)
    case (.photon, let address)?: PlaceServer.photon(address: address)
    case nil: InstalledPlaces(region: region)
    }
  }

  var shownLanguage: String { language ?? Locale.preferredLanguages.first ?? "en" }
}
