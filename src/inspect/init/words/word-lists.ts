import { fold } from '../../../model/fold.js';
import { mayDeny } from '../../../mapping/words/negations.js';
import { containsWord } from '../../../mapping/words/word-search.js';
import { wordsOf } from './concepts.js';
import { stemOf } from './name-lexicon.js';

/** The target of a feed's word: labels of the portal's entry in Serbian and English, or a scalar. Null: known, but without a meaning. */
export type WordTarget = string | number | boolean | null | readonly string[];

/** Targets with their words, more exact ones first. A word that ends in `*` matches as a prefix. */
export type WordList = readonly (readonly [target: WordTarget, words: string])[];

/** A word's target and the certainty: 1 if the whole value matches, less if a part does. */
export interface WordFinding {
  target: WordTarget;
  sure: number;
}

/**
 * Looks a value up: as a whole, split into words like a name (`flatRent`), then for a word anywhere in it, then for one in another number
 * or case. Null: not found.
 */
export function lookUp(value: string, list: WordList): WordFinding | null {
  let known = looked.get(list);
  if (known === undefined || known.size >= lookedMax) {
    known = new Map<string, WordFinding | null>();
    looked.set(list, known);
  }
  const before = known.get(value);
  if (before !== undefined) return before;
  const finding = search(value, list);
  known.set(value, finding);
  return finding;
}

const looked = new WeakMap<WordList, Map<string, WordFinding | null>>();
const lookedMax = 5_000;

function search(value: string, list: WordList): WordFinding | null {
  const folded = fold(value);
  const words = wordsOf(value);
  const joined = words.join(' ');
  for (const [target, words] of prepared(list))
    if (words.some((word) => word.text === folded || word.text === joined)) return { target, sure: 1 };
  // `nije namešten`, `bez centralnog grejanja`: what is taken back is not what the word says.
  if (deniable.includes(list) && mayDeny(value)) return null;
  for (const [target, words] of prepared(list)) {
    if (
      words.some((word) => word.text.length > 2 && containsWord(joined, word.text) && endsThere(joined, word))
    )
      return { target, sure: 0.85 };
  }
  const stems = new Set(words.filter((word) => word.length >= stemMin).map(stemOf));
  if (stems.size === 0 || words.length > stemmedMax) return null;
  for (const [target, entries] of prepared(list))
    if (entries.some(({ stem }) => stem !== null && stems.has(stem))) return { target, sure: 0.85 };
  return null;
}

/** Shorter words are compared as they are: their stems mean too much. */
const stemMin = 5;
/** Longer texts are sentences, in which a word in any case means little. */
const stemmedMax = 4;

interface Word {
  text: string;
  open: boolean;
  /** Of a long enough single word that stands in the plural elsewhere: `zemljišta`, `placevi`. Null: compared as it is. */
  stem: string | null;
}

const known = new WeakMap<WordList, (readonly [WordTarget, readonly Word[]])[]>();

function prepared(list: WordList): (readonly [WordTarget, readonly Word[]])[] {
  let words = known.get(list);
  if (!words) {
    words = list.map(([target, text]) => [
      target,
      text
        .split(/\s*;\s*/)
        .filter(Boolean)
        .map((word) => {
          const text = fold(word.replace(/\*$/, ''));
          return {
            text,
            open: word.endsWith('*'),
            stem: text.includes(' ') || text.length < 4 ? null : stemOf(text),
          };
        }),
    ]);
    known.set(list, words);
  }
  return words;
}

/** A word without `*` may have one more letter behind it, but not two: `sale` matches `sales`, not `salesroom`. */
function endsThere(text: string, { text: word, open }: Word): boolean {
  if (open) return true;
  const at = text.indexOf(word);
  const after = text.slice(at + word.length);
  return after === '' || !/^[\p{L}\p{N}]{2}/u.test(after);
}

export const transactions: WordList = [
  ['both', 'sale/rent; sale or rent; prodaja/izdavanje; prodaja i izdavanje; kauf/miete; both'],
  [
    'rent',
    `rent; للإيجار; إيجار; for rent; to rent; rental; renting; rented; lease; to let; let; letting; izdavanje; izd; izdav; izdaje se; izdajem; najam; iznajmljivanje; zakup; renta;
    iznajmuvanje; se izdava; pod naem; naem; miete; vermietung; mieten; pacht; mietobjekt; miete_pacht; alquiler; alquilar; en alquiler; arriendo; affitto; affittasi; in affitto;
    location; louer; a louer; location vide; location saisonniere; wynajem; na wynajem; do wynajecia; аренда; сдам; сдаётся; снять; оренда;
    oddaja; oddam; najem; for_rent; waz; inchiriere; de inchiriat; inchiriez; închiriere; kiadó; kiado; bérlet; berlet; kiralık; kiralik; günlük kiralık; дава под наем; под наем; наем; se izdava; се издава; издавање; ενοικίαση; ενοικιαση; προς ενοικίαση; ενοικιάζεται; pronájem; pronajem; prenájom; prenajom; na prenájom; arrendamento; arrendar; aluguel; aluguer; alugar; locação; locacao; para alugar; te huur; huur; verhuur; szallas; week; month; monthly; weekly`,
  ],
  [
    'sale',
    `للبيع; بيع; prodazba; se prodava; na prodazba; sale; for sale; sell; selling; buy; purchase; prodaja; prod; prodaj; prodaje se; prodajem; na prodaju; kupoprodaja; kauf; verkauf; zu verkaufen;
    kaufen; venta; en venta; vender; vendita; vendesi; in vendita; vente; vendre; a vendre; sprzedaz; na sprzedaz; продажа; продам;
    продаётся; продаж; prodam; for_sale; vânzare; vanzare; de vânzare; de vanzare; vand; eladó; elado; eladas; satılık; satilik; продава; продажба; продавам; se prodava; се продава; продаја; πώληση; πωληση; προς πώληση; πωλείται; prodej; na predaj; predaj; venda; à venda; a venda; para venda; vender; te koop; koop; verkoop; vente de prestige; cession de bail; viager; prodano`,
  ],
];

const apartment = ['Stan', 'Apartment', 'Flat'];
const house = ['Kuća', 'House'];
const premises = ['Poslovni prostor', 'Business premises', 'Commercial premises'];
const shop = ['Lokal', 'Shop', 'Retail premises', ...premises];
const plot = ['Plac', 'Građevinsko zemljište', 'Building plot', 'Building land', 'Zemljište', 'Land'];

export const categories: WordList = [
  [
    ['Penthaus', 'Penthouse', ...apartment],
    'penthouse; penthaus; attico; atico; ático; dachgeschosswohnung; attique',
  ],
  [
    ['Garsonjera', 'Studio', ...apartment],
    'studio; garsonjera; garsonijera; estudio; kawalerka; monolocale; garsoniera; студия; einzimmerwohnung; bedsit; singleappartement',
  ],
  [['Dupleks', 'Duplex', ...apartment], 'duplex; dupleks; maisonette; dwupoziomowe; loft; triplex'],
  [
    ['Kuća u nizu', 'Terraced house', 'Town house', 'Row house', ...house],
    `town house; townhouse; terraced house; terraced; end of terrace; row house; kuća u nizu; reihenhaus; reihenmittelhaus; reiheneckhaus;
    adosado; villetta a schiera; maison mitoyenne; szeregowiec; szeregowy; таунхаус; semi detached; semi-detached house; doppelhaushalfte;
    doppelhaus; pareado; quad; dvojček; vrstna hiša; maison de ville`,
  ],
  [
    ['Sprat kuće', 'Floor of a house', 'House floor', ...house],
    'sprat kuće; etaža kuće; deo kuće; floor of house; часть дома',
  ],
  [['Vila', 'Villa', ...house], 'villa; فيلا; vila; вилла; villas; villetta; villa unifamiliare'],
  [
    ['Vikendica', 'Cottage', 'Holiday home', 'Weekend house', ...house],
    'vikendica; cottage; cabin; holiday home; weekend house; ferienhaus; дача; коттедж; domek; počitniška; letniskowy; holiday cottage',
  ],
  [
    ['Salaš', 'Farm', 'Country house', ...house],
    'salaš; farm; finca; cortijo; country house; rustic; rustico; masseria; casale; bauernhaus; ferme; gospodarstwo; rural; farmhouse; acreage; acreage/semi-rural; vineyard',
  ],
  [
    ['Garaža', 'Garage', 'Parking space'],
    'garage; كراج; مرآب; garagebox; garaža; garaza; garaje; box; garaz; гараж; машиноместо; parking; parking/box; stellplatz; tiefgarage; garažno mesto; parkirno mesto; carport; posto auto; storage; trastero; garaj; kapalı garaj; garázs; гараж; garáž; γκαράζ; garagem; vaga; loc de parcare; miejsce parkingowe; parkhely; паркомясто; otopark; garagenstellplatz; parken',
  ],
  [
    ['Kancelarija', 'Office', ...premises],
    'office; مكتب; kantoor; kantoorruimte; ured; kancelarija; büro; buro; buero; bueropraxis; büropraxis; oficina; ufficio; bureau; bureaux; biuro; офис; pisarna; poslovni prostor kancelarija; buero_praxen; büro/praxis; birou; iroda; ofis; офис; kancelář; kancelar; escritório; escritorio; sala comercial; γραφείο; канцеларија; bureau/local professionnel',
  ],
  [
    ['Ugostiteljski objekat', 'Bar or restaurant', 'Hospitality premises', ...shop],
    'ugostiteljski objekat; restaurant; restoran; bar; cafe; kafić; gastronomie; gastgewerbe; hotel; gostinski lokal; hospitality; гостиница; ресторан',
  ],
  [
    ['Magacin', 'Warehouse', ...premises],
    'warehouse; magacin; lager; lagerhalle; almacen; magazzino; entrepot; magazyn; склад; skladišče; storage unit; entrepôt; depozit; raktár; depo; склад; armazém; armazem; sklad; hala depozit',
  ],
  [
    ['Proizvodna hala', 'Production hall', ...premises],
    'production; hala; halle; halleproduktion; hallen_lager_prod; nave industrial; industrial; capannone; produkcija; production hall; industrial/warehouse; производство',
  ],
  [
    shop,
    'shop; محل; محل تجاري; winkelruimte; winkelpand; winkel; lokal; lokale; store; retail; einzelhandel; laden; ladenlokal; geschäftslokal; local; local comercial; negozio; boutique; sklep; lokal uzytkowy; магазин; торговое помещение; trgovina; premises_commercial; commerce; local commercial; fonds de commerce; spatiu comercial; spațiu comercial; üzlethelyiség; uzlethelyiseg; üzlet; dükkan; dukkan; mağaza; магазин; дуќан; обект; lokál; obchod; loja; κατάστημα; lokal użytkowy; lokal usługowy; pas de porte; murs commerciaux',
  ],
  [
    premises,
    'bedrijfsruimte; bedrijfspand; poslovni prostor; poslovni objekat; business; business premises; premises; commercial; commercial premises; gewerbe; sonstige gewerbe; sonstigegewerbe; commerciale; коммерческая; помещение свободного назначения; immeuble; obiekt; obiekty; anlageobjekt; zinshaus_renditeobjekt; building; edificio; palazzo; poslovni',
  ],
  [
    ['Poljoprivredno zemljište', 'Farmland', 'Agricultural land', 'Zemljište', 'Land'],
    'poljoprivredno zemljište; njiva; voćnjak; vinograd; šuma; livada; farmland; agricultural land; agricultural; terreno agricolo; land_und_forstwirtschaft; rola; rolna; lesna; teren agricol; szántó; termőföld; tarla; земеделска земя; pole; terreno rústico; sítio; sitio; kmetijsko zemljišče; rural land; agrar; сельхоз',
  ],
  [
    plot,
    'plac; أرض; قطعة أرض; zemljište; građevinsko zemljište; land; plot; plot of land; building plot; lot; parcela; parcel; grundstück*; grundstueck*; baugrundstück; terreno; solar; terrain; terrain a batir; dzialka; dzialki; участок; земельный участок; земля; ділянка; teren; teren intravilan; telek; építési telek; arsa; imarlı arsa; парцел; парцела; плац; pozemek; pozemok; stavební pozemek; lote; terreno urbano; οικόπεδο; działka budowlana; kavel; bouwgrond; zazidljiva; posest; land plot; residential land; parcella',
  ],
  [
    ['Soba', 'Room', ...apartment],
    'room; soba; zimmer; wgzimmer; wg-zimmer; habitacion; stanza; chambre; pokoj; pokoje; комната; roomrent; bedroomrent',
  ],
  [
    apartment,
    `apartment; شقة; stan; flat; apartman; stanovi; wohnung*; etagenwohnung; appartement; apartamento; piso; appartamento; mieszkan*; квартира; квартиры;
    stanovanje; apt; unit; apartments; flats; condo; condominium; bungalow flat; ground floor; newbuildingflat; новостройка; appartment;
    rezidencija; waz; t1; t2; t3; t4; t5; f1; f2; f3; f4; f5; zgrada; apartament; lakás; lakas; panellakás; téglalakás; daire; апартамент; стан; byt; διαμέρισμα; apartamento t2; bilocale; trilocale; двустаен; тристаен; едностаен; четиристаен; петстаен; многостаен; стаен; panelák; appartment; leilighet`,
  ],
  [
    house,
    `house; chalet; منزل; بيت; دار; kuća; kuca; kuće; kuce; houses; haus; hauser; häuser; hauskauf; hausmiete; einfamilienhaus; zweifamilienhaus; mehrfamilienhaus; casa; casa independiente; maison; maison/villa; dom; domy; дом; дом с участком; будинок;
    hiša; home; detached; detached house; bungalow; chateau; château; propriété; propriete; casă; casa; casă individuală; ház; csaladi haz; családi ház; müstakil ev; mustakil ev; ev; къща; куќа; dům; rodinný dům; dom rodzinny; rodinný dom; moradia; μονοκατοικία; casa indipendente; maison individuelle; woonhuis; moulin; hotel particulier; family house; single family; singlefamily`,
  ],
];

export const heatings: WordList = [
  [
    ['Podno grejanje', 'Underfloor heating', 'Floor heating'],
    'podno; podno grejanje; underfloor; underfloor heating; floor heating; fussboden; fußbodenheizung; fussbodenheizung; suelo radiante; riscaldamento a pavimento; chauffage au sol; ogrzewanie podlogowe; podlogowe; тёплый пол; talno ogrevanje',
  ],
  [
    ['Geotermalno grejanje', 'Geothermal heating', 'Geothermal'],
    'geotermalno; geotermal; geothermal; erdwaerme; erdwärme; geotermia; géothermie',
  ],
  [
    ['Toplotna pumpa', 'Toplotne pumpe', 'Heat pump'],
    'toplotna pumpa; toplotne pumpe; toplotna; heat pump; individualairconditioningheatpump; wärmepumpe; waermepumpe; luftwp; bomba de calor; aerotermia; aerothermal; pompa di calore; pompe a chaleur; pompa ciepla; тепловой насос; toplotna črpalka',
  ],
  [
    ['Centralno grejanje na gas', 'Central heating on gas', 'Gas central heating', 'Gas'],
    'centralno na gas; cg-gas; cg + gas; central gas; centralgas; gas central heating; centralizado gas; central heating on gas; gazowe centralne',
  ],
  [
    ['Etažno na gas', 'Etažno grejanje na gas', 'Individual gas heating', 'Gas'],
    'etažno na gas; eg + gas; individualgas; individual gas; gasetagenheizung; gas natural individual; wlasne gazowe*; chauffage individuel gaz; individualpropanebutane; gazowe - kociol*',
  ],
  [
    [
      'Etažno na struju',
      'Električno grejanje',
      'Electric heating',
      'Norveški radijatori',
      'Electric radiators',
    ],
    'norveški radijatori; individualelectric; electric; električno; struja; elektro; elektroheizung; electrico; elettrico; electrique; électrique; electrică; electrica; elektromos; elektrikli; електричество; ток; el; el. energija; el. grejanje; el grejanje; na struju; grijanje na struju; elektrické; eléctrica; wlasne elektryczne; elektryczne; электрическое; grejanje na struju',
  ],
  [['Mermerni radijatori', 'Marble radiators'], 'mermerni radijatori; mermerni; marble'],
  [
    ['TA peć', 'Storage heater', 'Storage heating'],
    'ta; ta peć; ta pec; ta peći; storage heater; nachtspeicher; nachtspeicherofen; akumulacyjne; storage heaters',
  ],
  [
    ['Kaljeva peć', 'Tiled stove', 'Čvrsto gorivo', 'Solid fuel'],
    'kaljeva peć; kaljeva; tiled stove; kachelofen; kaflowe; piece; piec kaflowy; пічне; печное; печь; lončena peč',
  ],
  [
    ['Čvrsto gorivo', 'Solid fuel'],
    'čvrsto gorivo; cvrsto gorivo; solid fuel; solid; peć; pec; ofen; ofenheizung; holz; pellet; pellets; pelletheizung; biomass; estufa; stufa; poêle; poele; co weglowe; weglowe; ekogroszek; na drva; wood; coal; legna; bois',
  ],
  [['Kamin', 'Fireplace'], 'kamin; fireplace; chimenea; camino; cheminée; cheminee; kominek; kominkowe'],
  [
    ['Klima uređaj', 'Air conditioner', 'Air conditioning', 'Klima'],
    'klima; klima uređaj; air conditioning; air conditioner; reversible air-conditioning; climatisation réversible; split; gdh; inverter',
  ],
  [
    ['Bez grejanja', 'No heating'],
    'nema; bez grejanja; no heating; noheating; none; brak; assente; nessuno; keine; sin calefaccion; aucun; ne',
  ],
  [
    ['Gas', 'Grejanje na gas', 'Gas heating', 'Individual gas heating'],
    'gas; gas heating; plin; plinska; plinsko; gazowe; gaz; gasheizung; газовое; gas_heating; zemni gas; metano; chauffage gaz; gáz; gázfűtés; konvektor; doğalgaz; dogalgaz; газ; plyn; plynové; φυσικό αέριο',
  ],
  [
    ['Centralno grejanje', 'Central heating', 'District heating', 'District or central heating'],
    `cg; centralno; centralno grejanje; central; central heating; district; district heating; daljinsko; daljinsko grejanje; zentral; zentralheizung; fernwärme;
    fern; fernheizung; central*; calefaccion central; centralizzato; teleriscaldamento; collettivo; collectif; chauffage collectif; chauffage central; miejskie;
    c.o. miejskie; wlasne dla budynku; центральное; центральне; toplovod; toplana; centralother; centralfueloil; blockheizkraftwerk; centralizată; comune; gradsko; termoficare; távfűtés; tavfutes; merkezi; merkezi sistem; тец; dálkové; ústřední`,
  ],
  [
    ['Etažno grejanje', 'Individual heating', 'Own central heating'],
    'eg; etažno; etazno; etažno grejanje; etage; etagenheizung; individual; individualother; autonomo; individuel; autonomous; автономное; автономне; wlasne; etagna; privato; own; centrală proprie; centrala proprie; egyedi; kombi; kat kaloriferi; локално; vlastní; autonomní; ατομική; individual; oil; öl; mazout; fuel; fioul; individualoil',
  ],
];

export const conditions: WordList = [
  [
    ['Lux', 'Luxury'],
    'lux; luksuzno; luxury; luxus; gehoben; de lujo; lusso; luxe; wysoki standard; дизайнерский; signorile; like new; prima',
  ],
  [
    ['Za renoviranje', 'Needs renovation', 'Renovation required'],
    'za renoviranje; needs renovation; renovation required; to restore; torestore; renew; renovierungsbedürftig; renovierungsbeduerftig; sanierungsbedürftig; a reformar; para reformar; da ristrutturare; a rénover; a renover; do remontu; do generalnego remontu; требует ремонта; potrebno obnove',
  ],
  [
    ['Renovirano', 'Renovated'],
    'renovirano; renovated; refurbished; renoviert; saniert; modernisiert; reformado; ristrutturato; rénové; renove; po remoncie; с ремонтом; евро; obnovljeno; after renovation; vollsaniert; ottimo',
  ],
  [
    ['Izvorno stanje', 'Original condition', 'Original'],
    'izvorno stanje; original; original condition; good; gut; gepflegt; buen estado; buono; bon état; dobry; do odswiezenia; хороший; staro; dobro',
  ],
];

export const furnishings: WordList = [
  [
    ['Polunamešten', 'Polunamešteno', 'Semi-furnished'],
    'polunamešten; polunamešteno; polunamješten; polunamješteno; polunamještena; polunameštena; polu; semi-furnished; semi furnished; part furnished; part-furnished; teilmöbliert; teilmoebliert; parzialmente arredato; czesciowo; частично',
  ],
  [
    ['Prazan', 'Nenamešten', 'Unfurnished'],
    'prazan; nenamešten; nenamešteno; nenameštena; nenamješten; nenamješteno; nenamještena; prazno; prazna; unfurnished; not furnished; unmöbliert; unmoebliert; sin amueblar; non arredato; non meublé; nieumeblowane; без мебели; ne; no; 0; false; nein; nie; n',
  ],
  [
    ['Namešten', 'Namešteno', 'Furnished'],
    'namešten; namešteno; namesteno; nameštena; namješten; namješteno; namještena; furnished; fully furnished; möbliert; moebliert; voll; amueblado; arredato; meublé; meuble; umeblowane; с мебелью; opremljeno; da; yes; 1; true; ja; tak; y',
  ],
];

export const buildingGroups: WordList = [
  [
    ['Novogradnja', 'New building', 'New'],
    'novogradnja; nova gradnja; u izgradnji; new; new build; new building; newbuilding; neubau; erstbezug; obra nueva; nuova costruzione; neuf; rynek pierwotny; pierwotny; новостройка; 1; yes; true; da; ja; tak; y; oui',
  ],
  [
    ['Stara gradnja', 'Old building', 'Old'],
    'stara gradnja; starogradnja; old; old building; altbau; rynek wtorny; wtorny; вторичка; staro',
  ],
  [null, 'standardna; 0; no; false; ne; nein; nie; n; non'],
];

export const ownerships: WordList = [
  [
    ['Uknjižen', 'Uknjiženo', 'Registered'],
    'uknjižen; uknjiženo; registered; da; yes; 1; true; u celosti uknjižen',
  ],
  [['U postupku', 'Registration under way'], 'u postupku; delimično uknjižen; in progress'],
  [null, 'ne; no; 0; false; nije uknjižen; neuknjižen'],
];

/** Lists of facts that a text can take back, unlike kinds of property: a flat without a lift is a flat. */
const deniable: readonly WordList[] = [
  transactions,
  heatings,
  conditions,
  furnishings,
  buildingGroups,
  ownerships,
];

/** Periods of a price, with the factor that converts it to a month's. */
export const periods: WordList = [
  [
    1,
    'month; monthly; months; per month; mesec; mesečno; monat; monatlich; mes; mensual; mese; mensile; mois; mensuel; miesiac; месяц; mesec; pcm; m; sale; lump; mjesec; mjesečno; mesečna; mjesečna; miesięcznie; měsíc; měsíčně; hó; havi; lună; lunar; ay; aylık; mensal; месечно',
  ],
  [
    52 / 12,
    'week; weekly; per week; pw; woche; semana; settimana; semaine; tydzien; неделя; nedelja; nedeljno; tjedan; tjedno; sedmica; sedmično; wöchentlich; hét; haftalık; teden',
  ],
  [
    30,
    'day; daily; night; per night; tag; dia; giorno; jour; doba; сутки; день; dan; dnevno; noć; noćenje; täglich; nap; gün; günlük; дневно',
  ],
  [
    1 / 12,
    'year; yearly; annual; annually; per annum; pa; jahr; ano; anno; an; rok; год; godina; godišnje; godišnji; jährlich; ročně; rocznie; év; évente; yıl; yıllık; letno; годишно',
  ],
];

/** Units of area, in square metres. */
export const areaUnits: WordList = [
  [
    1,
    'm2; m²; sqm; sq m; sq_m; sq. m; square meter; square metre; square meters; square metres; squaremeter; qm; mq; кв.м; кв. м; кв м; кв.; метры; metros; metri; m; kvm; м²; м2',
  ],
  [10_000, 'ha; hectare; hectares; hektar; гектар; га; hectarea'],
  [100, 'ar; a; are; ari; сотка; соток; сот; сот.; sotka; соток.'],
  [4046.86, 'acre; acres; ac'],
  [0.092903, 'sqft; sq ft; sq_ft; square feet; square foot; feet; ft2; ft²; sq. ft.'],
  [9.2903, 'square; squares'],
];
