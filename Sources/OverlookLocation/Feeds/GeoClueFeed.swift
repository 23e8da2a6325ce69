struct GeoClueFeed: LocationFeed {
  func run(_ sink: LocationSink) { sink.post(.failed("no position: no service of the desktop tells it")) }
}
