import { fold } from '../../../model/fold.js';

/**
 * Towns that tell a column of places where the portal's own places do not: large towns of the countries whose exports are read, in their own
 * spelling. They only show what a column holds. None of them is ever taken for a place of the portal.
 */
const names = `Beograd; Novi Sad; Niš; Kragujevac; Subotica; Zrenjanin; Pančevo; Čačak; Kraljevo; Novi Pazar; Smederevo; Leskovac; Valjevo; Kruševac;
  Vranje; Šabac; Užice; Sombor; Požarevac; Pirot; Zaječar; Kikinda; Sremska Mitrovica; Jagodina; Vršac; Bor; Zlatibor; Vrnjačka Banja;
  Sarajevo; Banja Luka; Tuzla; Zenica; Mostar; Bijeljina; Brčko; Prijedor; Trebinje; Doboj; Cazin; Bihać; Travnik; Istočno Sarajevo; Neum;
  Podgorica; Nikšić; Budva; Bar; Herceg Novi; Kotor; Tivat; Ulcinj; Cetinje; Bijelo Polje; Pljevlja; Berane; Žabljak; Kolašin;
  Zagreb; Split; Rijeka; Osijek; Zadar; Pula; Slavonski Brod; Karlovac; Varaždin; Šibenik; Sisak; Dubrovnik; Vinkovci; Velika Gorica; Poreč;
  Rovinj; Umag; Opatija; Crikvenica; Trogir; Makarska; Samobor; Koprivnica; Bjelovar; Čakovec; Vukovar;
  Ljubljana; Maribor; Celje; Kranj; Koper; Velenje; Novo mesto; Ptuj; Nova Gorica; Domžale; Kamnik; Jesenice; Piran; Portorož; Izola;
  Skopje; Bitola; Kumanovo; Prilep; Tetovo; Ohrid; Veles; Štip; Strumica; Gostivar; Скопје; Битола; Охрид; Куманово; Прилеп;
  Budapest; Debrecen; Szeged; Miskolc; Pécs; Győr; Nyíregyháza; Kecskemét; Székesfehérvár; Szombathely; Siófok; Eger; Sopron;
  București; Cluj-Napoca; Timișoara; Iași; Constanța; Craiova; Brașov; Galați; Ploiești; Oradea; Arad; Sibiu; Bacău; Pitești;
  София; Пловдив; Варна; Бургас; Русе; Sofia; Plovdiv; Varna; Burgas; Αθήνα; Θεσσαλονίκη; Πάτρα; Ηράκλειο; Athens; Thessaloniki;
  İstanbul; Ankara; İzmir; Antalya; Bursa; Alanya; Adana; Muğla; Bodrum; Mersin; Kadıköy; Beşiktaş;
  Berlin; Hamburg; München; Köln; Frankfurt am Main; Frankfurt; Stuttgart; Düsseldorf; Leipzig; Dortmund; Essen; Bremen; Dresden; Hannover;
  Nürnberg; Wien; Graz; Linz; Salzburg; Innsbruck; Klagenfurt; Zürich; Genève; Basel; Bern; Lausanne;
  Roma; Milano; Napoli; Torino; Palermo; Genova; Bologna; Firenze; Bari; Catania; Venezia; Verona; Trieste; Udine; Padova; Rimini;
  Madrid; Barcelona; Valencia; Sevilla; Málaga; Marbella; Alicante; Torrevieja; Benidorm; Murcia; Estepona; Fuengirola; Jávea; Palma;
  Paris; Marseille; Lyon; Toulouse; Nice; Nantes; Strasbourg; Montpellier; Bordeaux; Lille; Rennes; Cannes; Antibes;
  Lisboa; Porto; Braga; Coimbra; Faro; Cascais; São Paulo; Rio de Janeiro; Belo Horizonte; Curitiba; Florianópolis; Brasília; Salvador;
  Warszawa; Kraków; Łódź; Wrocław; Poznań; Gdańsk; Szczecin; Bydgoszcz; Lublin; Katowice; Gdynia; Praha; Brno; Ostrava; Plzeň; Olomouc;
  Bratislava; Košice; Žilina; Nitra; Москва; Санкт-Петербург; Новосибирск; Екатеринбург; Казань; Краснодар; Сочи; Нижний Новгород; Самара;
  Київ; Одеса; Львів; Харків; London; Manchester; Birmingham; Leeds; Bristol; Liverpool; Edinburgh; Glasgow; Dublin; Sydney; Melbourne;
  Brisbane; Perth; Adelaide; Dubai; Abu Dhabi; New York; Miami`;

const folded: ReadonlySet<string> = new Set(names.split(/;\s*/).map(fold));

/** Whether a name is that of a large town. */
export function isKnownTown(name: string): boolean {
  return folded.has(fold(name));
}
