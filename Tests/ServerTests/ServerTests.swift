import Testing

/// Every test against real servers. One after the other, because each run uses all processors.
@Suite(.serialized) struct ServerTests {}
