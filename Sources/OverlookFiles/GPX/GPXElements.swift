/// The elements of GPX 1.0 and 1.1 that are read, and those of the extensions of Garmin, Cluetrust and others.
enum GPXElement: String, CaseIterable {
  case gpx, metadata, name, desc, cmt, author, wpt, rte, rtept, trk, trkseg, trkpt, ele, time, sym, type, src, link, number, url
  case speed, course, hdop, fix, sat, extensions
  case hr, heartrate, cad, cadence, atemp, wtemp, temp, depth, power, powerInWatts = "PowerInWatts", distance, displayColor =
    "DisplayColor", color, width, opacity
  case text, email
}
