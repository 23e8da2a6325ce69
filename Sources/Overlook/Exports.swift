// `import Overlook` is the one import of a map program: it offers the values and models that the map view speaks of.
@_exported public import OverlookAstronomy
@_exported public import OverlookCamera
@_exported public import OverlookCanvas
@_exported public import OverlookControls
@_exported public import OverlookGeometry
@_exported public import OverlookInput
@_exported public import OverlookNetwork
@_exported public import OverlookPlatform
@_exported public import OverlookPasses
@_exported public import OverlookRoads
@_exported public import OverlookRouting
@_exported public import OverlookScene
@_exported public import OverlookSearch
@_exported public import OverlookSupport
@_exported public import OverlookTiles
