import OverlookControls
import OverlookGeometry
import OverlookRender
import OverlookSupport

/// The controls that every map has, from the lowest up.
@MainActor struct StandardControls {
  let boxZoom = BoxZoomRectangle()
  let scaleBar = ScaleBar()
  let credits = AttributionPanel()
  let compass = CompassControl()
  let zoom = ZoomControl()
  let hud = HUD(FrameStatistics())
  let notices = NoticePanel()

  var all: [any Control] { [boxZoom, scaleBar, credits, compass, zoom, hud, notices] }

  init() {
    // Room for the scale bar.
    credits.leftInset = 130
  }
}
