/// The elements of KML 2.2 and Google's extensions that are read.
enum KMLElement: String, CaseIterable {
  case kml, document = "Document", folder = "Folder", placemark = "Placemark", name, description, snippet = "Snippet", address,
    phoneNumber, visibility, styleUrl
  case style = "Style", styleMap = "StyleMap", pair = "Pair", key, lineStyle = "LineStyle", polyStyle = "PolyStyle", iconStyle =
    "IconStyle", labelStyle = "LabelStyle", balloonStyle = "BalloonStyle", text
  case color, width, scale, heading, icon = "Icon", href, hotSpot, fill, outline
  case point = "Point", lineString = "LineString", linearRing = "LinearRing", polygon = "Polygon", outerBoundaryIs,
    innerBoundaryIs, multiGeometry = "MultiGeometry", coordinates
  case track = "Track", multiTrack = "MultiTrack", when, coord, timeStamp = "TimeStamp", timeSpan = "TimeSpan", begin, end
  case extendedData = "ExtendedData", data = "Data", value, schemaData = "SchemaData", simpleData = "SimpleData",
    simpleArrayData = "SimpleArrayData"
  case networkLink = "NetworkLink", link = "Link", url = "Url", groundOverlay = "GroundOverlay", latLonBox = "LatLonBox",
    latLonQuad = "LatLonQuad", north, south, east, west, rotation
  case screenOverlay = "ScreenOverlay", photoOverlay = "PhotoOverlay", model = "Model", schema = "Schema", update = "Update"
  case lookAt = "LookAt", camera = "Camera", longitude, latitude, altitude, tilt, range
  case tour = "Tour", playlist = "Playlist", flyTo = "FlyTo", wait = "Wait", duration
}
