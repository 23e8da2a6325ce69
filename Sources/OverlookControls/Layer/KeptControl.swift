/// A control all of whose looks, and those of its children, follow from what is watched (`Control.draw`) and from the area: what it draws
/// is kept from frame to frame until something of that changes, which costs a steady frame a copy.
@MainActor package protocol KeptControl: Control {}
