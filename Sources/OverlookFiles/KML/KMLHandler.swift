import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Makes features of the elements of KML: a feature of each placemark; folders, styles, overlays, links and tours beside them.
struct KMLHandler: XMLElements {
  var builder: FeatureBuilder
  private var isKML = false
  /// The elements that are open.
  private var path: [KMLElement?] = []
  private var folders: [Int] = []
  private var styles = KMLStyles()
  private var style: KMLStyles.Open?
  private var placemark: Placemark?
  private var track = KMLTrack()
  private var dataName: String?
  private var overlay: KMLOverlay?
  private var link: FileLink?
  private var view = KMLView()
  private var tour: FileTour?
  /// Inside of what is not read.
  private var hiddenDepth: Int?

  private struct Placemark {
    var styleURL: String?
    var look = FeatureLook()
  }

  init(limits: FileLimits) { builder = FeatureBuilder(format: "KML", limits: limits) }

  func wantsText(_ element: KMLElement) -> Bool {
    switch element {
    case .kml, .document, .folder, .placemark, .style, .styleMap, .pair, .point, .lineString, .linearRing, .polygon,
      .multiGeometry,
      .extendedData, .track, .multiTrack:
      false
    default: true
    }
  }

  private func isInside(_ element: KMLElement) -> Bool { path.contains(element) }

  private var parent: KMLElement? { path.count >= 2 ? path[path.count - 2] : nil }

  // MARK: Elements

  mutating func begin(_ element: KMLElement?, _ tag: XMLTag, depth: Int) throws(FormatError) {
    path.append(element)
    guard hiddenDepth == nil, let element else { return }
    if depth == 1 { isKML = true }
    switch element {
    case .schema, .update, .model, .screenOverlay, .photoOverlay:
      if element != .schema { builder.note("\(element.rawValue), which is not shown") }
      hiddenDepth = depth
    case .document, .folder:
      if element == .folder || !folders.isEmpty {
        builder.document.folders.append(DocumentFolder(name: "", parent: folders.last))
        folders.append(builder.document.folders.count - 1)
      }
    case .placemark:
      guard placemark == nil else { return }
      builder.beginFeature(folder: folders.last)
      placemark = Placemark()
    case .style, .styleMap: style = KMLStyles.Open(id: tag.text("id"))
    case .hotSpot: takeHotSpot(tag)
    case .data, .simpleData, .simpleArrayData: dataName = tag.text("name")
    case .track: track = KMLTrack()
    case .groundOverlay: overlay = KMLOverlay()
    case .networkLink: link = FileLink(name: "", address: "")
    case .lookAt, .camera: view.begin()
    case .tour: tour = FileTour(name: "")
    case .flyTo, .wait: view.seconds = 0
    default: break
    }
  }

  mutating func end(_ element: KMLElement?, _ text: [UInt8], depth: Int) throws(FormatError) {
    defer { path.removeLast() }
    if let hiddenDepth {
      if depth == hiddenDepth { self.hiddenDepth = nil }
      return
    }
    guard let element else { return }
    switch element {
    case .coordinates: takeCoordinates(text)
    case .linearRing where !isInside(.polygon): builder.endShape(.lines)
    case .point: builder.endShape(.points)
    case .lineString: builder.endShape(.lines)
    case .polygon: builder.endShape(.polygon)
    case .coord: track.addPlace(text)
    case .when where isInside(.track): track.addTime(text)
    case .value where isInside(.simpleArrayData): track.addMeasure(dataName, text)
    case .track: endTrack()
    case .placemark: try endPlacemark()
    case .folder, .document: _ = folders.popLast()
    case .style, .styleMap: endStyle()
    case .groundOverlay: endOverlay()
    case .networkLink:
      if let link, !link.address.isEmpty { builder.document.links.append(link) }
      link = nil
    case .lookAt, .camera: endView(element)
    case .flyTo, .wait: endFlight()
    case .tour:
      if let tour, !tour.stops.isEmpty { builder.document.tours.append(tour) }
      tour = nil
    default: takeText(element, String(decoding: text, as: UTF8.self).trimmed)
    }
  }

  mutating func finish(_ fault: String?, line: Int) throws(FormatError) {
    guard isKML else {
      throw fault.map { .malformed("KML", fault: "\($0), line \(line)") } ?? .unrecognized("KML", found: "other XML")
    }
    if builder.isOpen {
      builder.dropShape()
      try endPlacemark()
    }
    styles.resolve(&builder.document)
    builder.place = "line \(line)"
    if let fault { builder.note(fault) }
    guard !builder.document.isEmpty || fault == nil else { throw .malformed("KML", fault: "\(fault ?? ""), line \(line)") }
  }

  // MARK: Placemarks

  private mutating func endPlacemark() throws(FormatError) {
    guard let placemark, builder.isOpen else { return }
    self.placemark = nil
    builder.setLook(placemark.look)
    styles.use(placemark.styleURL, by: builder.feature)
    try builder.endFeature()
  }

  private mutating func takeCoordinates(_ text: [UInt8]) {
    if isInside(.latLonQuad) {
      overlay?.corners = KMLCoordinates.places(text)
    } else if placemark != nil {
      let faults = KMLCoordinates.add(text, to: &builder)
      if faults > 0 { builder.note("positions that are no longitude and latitude: \(faults)") }
      if isInside(.polygon) { builder.endPart() }
    }
  }

  private mutating func endTrack() {
    guard placemark != nil else { return }
    if track.add(to: &builder) == 0 { builder.note("a track without places") }
    builder.endShape(.lines, isQuiet: true)
  }

  // MARK: Texts

  private mutating func takeText(_ element: KMLElement, _ text: String) {
    guard !text.isEmpty else { return }
    if style != nil || isInside(.style) || isInside(.styleMap) { return takeStyle(element, text) }
    if isInside(.lookAt) || isInside(.camera) || isInside(.flyTo) || isInside(.wait) {
      if isInside(.lookAt) || isInside(.camera) || element == .duration { return view.take(element, text) }
    }
    if overlay != nil, takeOverlay(element, text) { return }
    if link != nil {
      if element == .href { link?.address = text } else if element == .name { link?.name = text }
      return
    }
    if tour != nil {
      if element == .name, parent == .tour { tour?.name = text }
      return
    }
    guard placemark != nil else { return takeFolder(element, text) }
    switch element {
    case .name where parent == .placemark: builder.set("name", .text(text))
    case .description where parent == .placemark: builder.set("description", .text(text))
    case .snippet: builder.set("snippet", .text(text))
    case .address: builder.set("address", .text(text))
    case .phoneNumber: builder.set("phone", .text(text))
    case .styleUrl: placemark?.styleURL = text
    case .when: builder.set("time", .text(text))
    case .begin: builder.set("begin", .text(text))
    case .end: builder.set("end", .text(text))
    case .value where parent == .data, .simpleData:
      if let dataName { builder.set(dataName, Self.value(text)) }
    default: break
    }
  }

  private static func value(_ text: String) -> PropertyValue {
    guard let value = Array(text.utf8).withNumber(0x2E) else { return .text(text) }
    if let whole = Int64(text), String(whole) == text { return .integer(whole) }
    return text.hasPrefix("0") && !text.hasPrefix("0.") || text.hasPrefix("+") ? .text(text) : .number(value)
  }

  private mutating func takeFolder(_ element: KMLElement, _ text: String) {
    guard parent == .document || parent == .folder else { return }
    guard let folder = folders.last else {
      if element == .name, builder.document.name.isEmpty { builder.document.name = text }
      if element == .description, builder.document.summary.isEmpty { builder.document.summary = text }
      return
    }
    if element == .name { builder.document.folders[folder].name = OutsideText.cleaned(text) }
    if element == .visibility { builder.document.folders[folder].isVisible = text != "0" }
  }

  // MARK: Styles

  private mutating func takeStyle(_ element: KMLElement, _ text: String) {
    if isInside(.pair) {
      if element == .key { style?.key = text }
      if element == .styleUrl, style?.key ?? "normal" == "normal" { style?.target = text }
      return
    }
    style?.take(element, text, in: path)
  }

  private mutating func takeHotSpot(_ tag: XMLTag) {
    guard let x = tag.number("x"), let y = tag.number("y") else { return }
    let isFraction = tag.text("xunits") != "pixels" && tag.text("yunits") != "pixels"
    if isFraction, abs(x) <= 16, abs(y) <= 16 { style?.look.iconAnchor = SIMD2(Float(x), Float(1 - y)) }
  }

  private mutating func endStyle() {
    // A style inside a pair of a map belongs to that.
    guard !path.dropLast().contains(.styleMap) else { return }
    guard let style else { return }
    self.style = nil
    if placemark != nil {
      placemark?.look = style.look
      if let target = style.target { placemark?.styleURL = target }
    } else if let id = style.id {
      styles.add(style, id)
    }
  }

  // MARK: Overlays, views and tours

  private mutating func takeOverlay(_ element: KMLElement, _ text: String) -> Bool {
    switch element {
    case .name where parent == .groundOverlay: overlay?.name = text
    case .href: overlay?.picture = text
    case .color: overlay?.opacity = HexColor.colorOfKML(text)?.alpha ?? 1
    case .north, .south, .east, .west, .rotation: overlay?.box[element] = Array(text.utf8).withNumber(0x2E)
    default: return false
    }
    return true
  }

  private mutating func endOverlay() {
    defer { overlay = nil }
    guard let ground = overlay?.groundOverlay else {
      return builder.note("a ground overlay without a place on Earth or a picture")
    }
    builder.document.groundOverlays.append(ground)
  }

  private mutating func endView(_ element: KMLElement) {
    guard let camera = view.camera(isEye: element == .camera) else { return }
    view.last = camera
    if tour == nil, placemark == nil, builder.document.camera == nil, parent != .groundOverlay {
      builder.document.camera = camera
    }
  }

  private mutating func endFlight() {
    guard let camera = view.last ?? tour?.stops.last?.camera else { return }
    tour?.stops.append(FileTour.Stop(camera: camera, seconds: view.seconds))
  }
}
