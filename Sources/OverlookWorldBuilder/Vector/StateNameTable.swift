import OverlookGeometry

/// States and provinces whose names the source misspells, has from before they changed, or writes in a way by which Unicode CLDR does not
/// find them, or finds several; and those that are younger than it.
enum StateNameTable {
  struct Entry {
    /// As the map shows it.
    var name: String
    /// ISO 3166-2 as CLDR writes it; nil where the name finds it.
    var code: String?

    /// Whether it is part of another today.
    var isGone: Bool { name == "-" }
  }

  /// A state that the source does not have.
  struct Young {
    var name: String
    var country: String
    var code: String?
    var place: LocationCoordinate
    /// From which its name has room.
    var zoom: Int

    fileprivate init(_ name: String, _ country: String, _ code: String?, _ latitude: Double, _ longitude: Double, zoom: Int) {
      self.name = name
      self.country = country
      self.code = code
      self.place = LocationCoordinate(latitude: latitude, longitude: longitude)
      self.zoom = zoom
    }
  }

  static let young = [
    Young("Telangana", "IN", "intg", 17.9, 79.3, zoom: 4), Young("Ladakh", "IN", "inla", 34.2, 77.3, zoom: 4),
    Young("Koshi", "NP", nil, 27.2, 87.3, zoom: 6), Young("Madhesh", "NP", nil, 26.8, 85.9, zoom: 6),
    Young("Bagmati", "NP", nil, 27.7, 85.5, zoom: 6), Young("Gandaki", "NP", nil, 28.5, 84.1, zoom: 6),
    Young("Lumbini", "NP", nil, 28.1, 82.6, zoom: 6), Young("Karnali", "NP", "npp6", 29.3, 82.3, zoom: 6),
    Young("Sudurpashchim", "NP", nil, 29.4, 80.9, zoom: 6),
  ]

  /// Where the name of a state belongs whose outline in the source holds a younger one, too.
  static func place(_ name: String, country: String) -> LocationCoordinate? {
    switch "\(country):\(name)" {
    case "IN:Andhra Pradesh": LocationCoordinate(latitude: 15.4, longitude: 78.9)
    case "IN:Jammu and Kashmir": LocationCoordinate(latitude: 33.6, longitude: 74.9)
    default: nil
    }
  }

  /// Whether the names of a country's states here are those that English maps use: CLDR writes them as the country does.
  static func isEnglish(_ country: String) -> Bool { english.contains(country) }

  private static let english: Set<String> = Set(
    "AR BD BY CL CZ ES LA LT ML MX MZ NP OM PA PE RU SD TJ UA UZ".split(separator: " ").map(String.init))

  /// - Parameter country: ISO 3166-1, two letters.
  static func entry(_ name: String, country: String) -> Entry? { entries["\(country):\(name)"] }

  private static let entries: [String: Entry] = {
    var entries: [String: Entry] = [:]
    for line in table.split(whereSeparator: { ";\n".contains($0) }) {
      let parts = line.split(separator: "=")
      guard parts.count == 2 else { continue }
      let known = parts[1].split(separator: "#")
      guard let name = known.first else { continue }
      entries[String(parts[0])] = Entry(name: String(name), code: known.count > 1 ? String(known[1]) : nil)
    }
    return entries
  }()

  private static let table = """
    AF:Hirat=Herat#afher;AF:Jawzjan=Jowzjan#afjow;AF:Paktya=Paktia#afpia;AR:Buenos Aires=Buenos Aires#arb
    BD:Barisal=Barisal#bda;BD:Chittagong=Chattogram#bdb;BD:Dhaka=Dhaka#bdc;BD:Khulna=Khulna#bdd;BD:Rajshahi=Rajshahi#bde
    BD:Rangpur=Rangpur#bdf;BD:Sylhet=Sylhet#bdg;BY:Gomel=Gomel#byho;BY:Grodno=Grodno#byhr;BY:Mogilev=Mogilev#byma
    CL:La Araucanía=La Araucanía#clar;CL:Magallanes y Antártica Chilena=Magallanes#clma
    CN:Inner Mongol=Inner Mongolia#cnnm;CN:Xizang=Tibet#cnxz;DK:Sjaælland=Sjælland#dk85
    EG:Al Wadi at Jadid=Al Wadi al Jadid#egwad;ES:La Rioja=La Rioja#esri;ES:Murcia=Murcia#esmc;ES:Navarra=Navarra#esnc
    ES:Valencia=Valencia#esv;ET:Benshangul-Gumaz=Benishangul-Gumuz#etbe;ET:Gambela Peoples=Gambela#etga
    FR:Seien-et-Marne=Seine-et-Marne;FR:Haute-Rhin=Haut-Rhin
    GR:Anatoliki Makedonia kai Thraki=Anatoliki Makedonia kai Thraki#gra;GR:Attiki=Attiki#gri;GR:Dytiki Ellada=Dytiki Ellada#grg
    GR:Dytiki Makedonia=Dytiki Makedonia#grc;GR:Kentriki Makedonia=Kentriki Makedonia#grb;GR:Kriti=Kriti#grm
    GR:Notio Aigaio=Notio Aigaio#grl;GR:Peloponnisos=Peloponnisos#grj;GR:Stereá Elláda=Stereá Elláda#grh
    GR:Voreio Aigaio=Voreio Aigaio#grk
    HR:Bjelovarsko-bilogorska=Bjelovarsko-bilogorska#hr07;HR:Istarska=Istarska#hr18;HR:Karlovacka=Karlovačka#hr04
    HR:Licko-Senjska=Ličko-senjska#hr09;HR:Osjecko-Baranjska=Osječko-baranjska#hr14;HR:Primorsko-Goranska=Primorsko-goranska#hr08
    HR:Sisacko-Moslavacka=Sisačko-moslavačka#hr03;HR:Splitsko-Dalmatinska=Splitsko-dalmatinska#hr17;HR:Zadarska=Zadarska#hr13
    HR:Zagrebacka=Zagrebačka#hr01;HU:Veszprém=Veszprém#huve
    IL:HaDarom=HaDarom#ild;IL:HaZafon=HaZafon#ilz;IN:Andaman and Nicobar=Andaman and Nicobar Islands#inan
    IN:Orissa=Odisha#inor;IN:Uttaranchal=Uttarakhand#inut
    IQ:Al-Muthannia=Al Muthanna#iqmu;IQ:At-Ta'mim=Kirkuk#iqki;IQ:Sala ad-Din=Saladin#iqsd
    IR:Chahar Mahall and Bakhtiari=Chaharmahal and Bakhtiari#ir08;IR:East Azarbaijan=East Azerbaijan#ir01
    IR:Kohgiluyeh and Buyer Ahmad=Kohgiluyeh and Boyer-Ahmad#ir18;IR:Markazi=Markazi#ir22;IT:Bozen=South Tyrol
    LA:Louangphrabang=Luang Prabang#lalp;LA:Saravan=Salavan#lasl;LA:Vientiane=Vientiane#lavi;LA:Xaignabouri=Sainyabuli#laxa
    LA:Xiangkhoang=Xiangkhouang#laxi;LA:Xékong=Sekong#laxe
    LT:Alytaus=Alytus#ltal;LT:Kauno=Kaunas#ltku;LT:Klaipedos=Klaipėda#ltkl;LT:Marijampoles=Marijampolė#ltmr
    LT:Panevezio=Panevėžys#ltpn;LT:Taurages=Tauragė#ltta;LT:Telšiai=Telšiai#ltte;LT:Utenos=Utena#ltut;LT:Vilniaus=Vilnius#ltvl
    LT:Šiauliai=Šiauliai#ltsa;LY:Ash Shati'=Wadi ash Shati#lyws;MN:Dzavhan=Zavkhan#mn057;MX:México=México#mxmex
    MY:Trengganu=Terengganu;MZ:Maputo=Maputo#mzl
    OM:Ad Dakhliyah=Ad Dakhiliyah#omda;OM:Al Batnah North=Al Batinah North#ombs;OM:Al Buraymi=Al Buraymi#ombu
    OM:Al Dhahira=Ad Dhahirah#omza;OM:Ash Sharqiyah North=Ash Sharqiyah North#omss;PE:Lima=Lima#pelim
    PK:K.P.=Khyber Pakhtunkhwa#pkkp
    PL:Kuyavian-Pomeranian=Kuyavian-Pomeranian#pl04;PL:Lower Silesian=Lower Silesian#pl02;PL:Masovian=Masovian#pl14
    PL:Podlachian=Podlachian#pl20;PL:Pomeranian=Pomeranian#pl22;PL:Silesian=Silesian#pl24;PL:Subcarpathian=Subcarpathian#pl18
    PL:Warmian-Masurian=Warmian-Masurian#pl28;PL:West Pomeranian=West Pomeranian#pl32
    RU:Adygey=Adygea#ruad;RU:Altay=Altai Krai#rualt;RU:Chita=Zabaykalsky Krai#ruzab
    RU:Chukchi Autonomous Okrug=Chukotka#ruchu;RU:City of St. Petersburg=Saint Petersburg#ruspe;RU:Gorno-Altay=Altai Republic#rual
    RU:Ingush=Ingushetia#ruin;RU:Kabardin-Balkar=Kabardino-Balkaria#rukb;RU:Kalmyk=Kalmykia#rukl;RU:Khakass=Khakassia#rukk
    RU:Khanty-Mansiy=Khanty-Mansi#rukhm;RU:Maga Buryatdan=Magadan#rumag;RU:Moskovsskaya=Moscow Oblast#rumos;RU:Moskva=Moscow#rumow
    RU:Nizhegorod=Nizhny Novgorod#runiz;RU:Orel=Oryol#ruorl;RU:Primor'ye=Primorsky Krai#rupri;RU:Sakha (Yakutia)=Sakha (Yakutia)#rusa
    RU:Yamal-Nenets=Yamalo-Nenets#ruyan;RU:Yevrey=Jewish Autonomous Oblast#ruyev
    SA:Al Quassim=Al Qassim#sa05;SD:Eastern Darfur=East Darfur#sdde;SD:Gedarif=Gedaref#sdgd;SD:North Kordufan=North Kordofan#sdkn
    SD:South Kordufan=South Kordofan#sdks;SD:Southern Darfur=South Darfur#sdds;SD:Western Darfur=West Darfur#sddw
    SK:Banskobystrický=Banskobystrický#skbc;SK:Košický=Košický#skki;SK:Nitriansky=Nitriansky#skni;SK:Trenciansky=Trenčiansky#sktc
    SK:Trnavský=Trnavský#skta;SK:Žilinský=Žilinský#skzi;SY:Hamah=Hama#syhm;SY:Hasaka (Al Haksa)=Al-Hasakah#syha
    SY:Homs (Hims)=Homs#syhi;TJ:Leninabad=Sughd#tjsu;TM:Chardzhou=Lebap#tml;TM:Tashauz=Daşoguz#tmd
    TR:Adiyaman=Adıyaman#tr02;TR:Agri=Ağrı#tr04;TR:Aydin=Aydın#tr09;TR:Diyarbakir=Diyarbakır#tr21;TR:K. Maras=Kahramanmaraş#tr46
    TR:Kinkkale=Kırıkkale#tr71;TR:Sanliurfa=Şanlıurfa#tr63;TR:Zinguldak=Zonguldak#tr67
    UA:Donets'k=Donetsk#ua14;UA:Khmel'nyts'kyy=Khmelnytskyi#ua68;UA:Mykolayiv=Mykolaiv#ua48;UA:Sumy=Sumy#ua59
    UA:Transcarpathia=Transcarpathia#ua21;UA:Vinnytsya=Vinnytsia#ua05;US:Washington=Washington#uswa
    UZ:Bukhoro=Bukhara#uzbu;UZ:Ferghana=Fergana#uzfa;UZ:Kashkadarya=Kashkadarya#uzqa;UZ:Khorezm=Khorezm#uzxo
    UZ:Surkhandarya=Surkhandarya#uzsu;ZA:Gauteng=Gauteng#zagt;ZA:KwaZulu-Natal=KwaZulu-Natal#zanl
    CZ:Jihomoravský=South Moravia#cz64;CZ:Jihočeský=South Bohemia#cz31;CZ:Karlovarský=Karlovy Vary#cz41
    CZ:Královéhradecký=Hradec Králové#cz52;CZ:Liberecký=Liberec#cz51;CZ:Moravskoslezský=Moravia-Silesia#cz80
    CZ:Olomoucký=Olomouc#cz71;CZ:Pardubický=Pardubice#cz53;CZ:Plzeňský=Plzeň#cz32;CZ:Středočeský=Central Bohemia#cz20
    CZ:Vysočina=Vysočina#cz63;CZ:Zlínský=Zlín#cz72;CZ:Ústecký=Ústí nad Labem#cz42
    DK:Hovedstaden=Hovedstaden#dk84;DK:Midtjylland=Midtjylland#dk82;DK:Nordjylland=Nordjylland#dk81;DK:Syddanmark=Syddanmark#dk83
    EG:Al Bahr al Ahmar=Al Bahr al Ahmar#egba;EG:Al Buhayrah=Al Buhayrah#egbh;EG:Al Fayyum=Al Fayyum#egfym
    EG:Al Isma`iliyah=Al Isma`iliyah#egis;EG:Al Jizah=Al Jizah#eggz;EG:Al Minya=Al Minya#egmn;EG:As Suways=As Suways#egsuz
    EG:Ash Sharqiyah=Ash Sharqiyah#egshr;EG:Bani Suwayf=Bani Suwayf#egbns;EG:Janub Sina'=Janub Sina'#egjs
    EG:Matruh=Matruh#egmt;EG:Shamal Sina'=Shamal Sina'#egsin
    ES:Baleares=Balearic Islands#esib;ES:Gerona=Girona#esgi;ES:La Coruña=A Coruña#esc;ES:Lérida=Lleida#esl;ES:Orense=Ourense#esor
    ES:Sevilla=Seville#esse;FI:Finland Proper=Southwest Finland#fi19;FI:Päijät-Häme=Päijät-Häme#fi16
    GR:Ipeiros=Ipeiros#grd;GR:Thessalia=Thessalia#gre
    ID:Bangka-Belitung=Bangka-Belitung#idbb;ID:Jawa Barat=Jawa Barat#idjb;ID:Jawa Tengah=Jawa Tengah#idjt
    ID:Jawa Timur=Jawa Timur#idji;ID:Kalimantan Barat=Kalimantan Barat#idkb;ID:Kalimantan Selatan=Kalimantan Selatan#idks
    ID:Kalimantan Tengah=Kalimantan Tengah#idkt;ID:Kalimantan Timur=Kalimantan Timur#idki;ID:Kepulauan Riau=Kepulauan Riau#idkr
    ID:Maluku Utara=Maluku Utara#idmu;ID:Nusa Tenggara Barat=Nusa Tenggara Barat#idnb
    ID:Nusa Tenggara Timur=Nusa Tenggara Timur#idnt;ID:Papua Barat=Papua Barat#idpb;ID:Sulawesi Barat=Sulawesi Barat#idsr
    ID:Sulawesi Selatan=Sulawesi Selatan#idsn;ID:Sulawesi Tengah=Sulawesi Tengah#idst
    ID:Sulawesi Tenggara=Sulawesi Tenggara#idsg;ID:Sulawesi Utara=Sulawesi Utara#idsa;ID:Sumatera Barat=Sumatera Barat#idsb
    ID:Sumatera Selatan=Sumatera Selatan#idss;ID:Sumatera Utara=Sumatera Utara#idsu
    IQ:Al-Basrah=Basra#iqba;IQ:An-Najaf=Najaf#iqna;IQ:Arbil=Erbil#iqar;IQ:As-Sulaymaniyah=Sulaymaniyah#iqsu;IQ:Babil=Babylon#iqbb
    IQ:Dihok=Dohuk#iqda;IQ:Ninawa=Nineveh#iqni;IR:Ardebil=Ardabil#ir03;IR:Esfahan=Isfahan#ir04;IR:Kordestan=Kurdistan#ir16
    IT:Aoste=Aosta Valley#it23;IT:Firenze=Firenze#itfi;IT:Roma=Roma#itrm;IT:Trento=Trento#ittn
    NL:Noord-Brabant=Noord-Brabant#nlnb;NL:Noord-Holland=Noord-Holland#nlnh;NL:Zuid-Holland=Zuid-Holland#nlzh
    NO:Aust-Agder=-;NO:Hedmark=Innlandet#no34;NO:Hordaland=Vestland#no46;NO:Nord-Trøndelag=Trøndelag#no50;NO:Oppland=-
    NO:Sogn og Fjordane=-;NO:Sør-Trøndelag=-;NO:Vest-Agder=Agder#no42
    NP:Bagmati=-;NP:Bheri=-;NP:Bhojpur=-;NP:Dhawalagiri=-;NP:Gandaki=-;NP:Janakpur=-;NP:Karnali=-;NP:Kosi=-;NP:Lumbini=-
    NP:Mahakali=-;NP:Mechi=-;NP:Narayani=-;NP:Rapti=-;NP:Sagarmatha=-;NP:Seti=-
    PK:Baluchistan=Balochistan#pkba;PK:F.A.T.A.=-;PK:Northern Areas=Gilgit-Baltistan#pkgb;PK:Sind=Sindh#pksd
    RU:Chechnya=Chechnya#ruce;RU:Kamchatka=Kamchatka#rukam;RU:Khabarovsk=Khabarovsk#rukha;RU:Krasnodar=Krasnodar#rukda
    RU:Krasnoyarsk=Krasnoyarsk#rukya;RU:Mariy-El=Mari El#rume;RU:North Ossetia=North Ossetia#ruse;RU:Perm'=Perm#ruper
    RU:Stavropol'=Stavropol#rusta;SA:Al Hudud ash Shamaliyah=Al Hudud ash Shamaliyah#sa08;SA:Ar Riyad=Ar Riyad#sa01
    SA:Ash Sharqiyah=Ash Sharqiyah#sa04;SY:Dar`a=Daraa#sydr;SY:Dayr Az Zawr=Deir ez-Zor#sydy
    TJ:Tadzhikistan Territories=Districts of Republican Subordination#tjra
    TR:Balikesir=Balıkesir#tr10;TR:Elazig=Elazığ#tr23;TR:Iğdir=Iğdır#tr76;TR:Kirklareli=Kırklareli#tr39;TR:Kirsehir=Kırşehir#tr40
    TR:Sirnak=Şırnak#tr73;TR:Çankiri=Çankırı#tr18
    UA:Cherkasy=Cherkasy#ua71;UA:Chernihiv=Chernihiv#ua74;UA:Chernivtsi=Chernivtsi#ua77
    UA:Dnipropetrovs'k=Dnipropetrovsk#ua12;UA:Ivano-Frankivs'k=Ivano-Frankivsk#ua26;UA:Kharkiv=Kharkiv#ua63
    UA:Kherson=Kherson#ua65;UA:Kiev=Kyiv Oblast#ua32;UA:Kirovohrad=Kirovohrad#ua35;UA:L'viv=Lviv#ua46;UA:Luhans'k=Luhansk#ua09
    UA:Odessa=Odesa#ua51;UA:Poltava=Poltava#ua53;UA:Rivne=Rivne#ua56;UA:Ternopil'=Ternopil#ua61;UA:Zhytomyr=Zhytomyr#ua18
    YE:Hadramawt=Hadramaut#yehd;YE:Ta`izz=Taiz#yeta
    """
}
