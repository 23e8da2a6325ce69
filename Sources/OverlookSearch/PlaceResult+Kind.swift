import OverlookSupport

extension PlaceResult {
  /// What places of its kind are called, in the interface's language: "pharmacy", "Apotheke".
  public var kindName: String {
    if CategoryNames.isCategory(kind) { return CategoryNames.name(of: kind, language: InterfaceLanguage.current.code) }
    return switch kind {
    case "continent": localized("continent")
    case "country": localized("country")
    case "state", "province", "region": localized("region")
    case "county", "district": localized("district")
    case "city": localized("city")
    case "town", "municipality": localized("town")
    case "village": localized("village")
    case "hamlet", "isolated_dwelling", "farm": localized("hamlet")
    case "borough", "suburb", "quarter", "neighbourhood": localized("part of town")
    case "street", "square": localized("street")
    case "intersection": localized("crossing")
    case "house", "building": localized("building")
    case "postcode": localized("postcode")
    case "island": localized("island")
    case "lake", "water": localized("lake")
    case "river": localized("river")
    case "coordinate": localized("coordinates")
    default: localized("place")
    }
  }
}
