/// States and provinces whose names the source misspells, has from before they changed, or writes in a way by which Unicode CLDR does not
/// find them, or finds several.
enum StateNameTable {
  struct Entry {
    /// As the map shows it.
    var name: String
    /// ISO 3166-2 as CLDR writes it; nil where the name finds it.
    var code: String?
  }

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
    """
}
