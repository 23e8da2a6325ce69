/// How this process reaches the network.
struct ConnectionSettings: Sendable {
  var patience: NetworkPatience
  var proxies: ProxySettings
  /// Certificate authorities besides which none is trusted, as other programs take them from `SSL_CERT_FILE` and `SSL_CERT_DIR`:
  /// a PEM file and a folder with hashed names. Nil for those of the system.
  var authorityFile: String?
  var authorityFolder: String?

  init(patience: NetworkPatience, environment: [String: String]) {
    self.patience = patience
    proxies = ProxySettings(environment: environment)
    authorityFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    authorityFolder = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
