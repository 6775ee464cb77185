import { fold } from '../../../model/fold.js';
import { categories, lookUp, type WordTarget } from './word-lists.js';

/** Words of a kind of property in titles. All of them mean the portal's entry that `categories` has for `kind`. */
type KindWords = readonly (readonly [kind: string, words: string])[];

/** Words that name a home wherever they stand: rooms are counted only of homes. A word that ends in `*` also begins longer words. */
const anywhere: KindWords = [
  [
    'stan',
    `stan; dvosoban*; dvosobni; trosoban*; trosobni; trisoban*; jednosoban*; jednosobni; jednoiposoban*; dvoiposoban*; troiposoban*;
    četvorosoban*; četverosoban*; petosoban*; višesoban*; apartman; stanovanje; flat; apartment; eigentumswohnung; etagenwohnung; wohnung;
    mietwohnung; appartement; apartamento; appartamento; mieszkanie; квартира; апартамент; lakás; daire; byt`,
  ],
  ['garsonjera', 'garsonjera; garsonjeru; garsonijera; garsoniera; kawalerka'],
  [
    'kuća',
    'kuća; kuću; hiša; einfamilienhaus; porodična kuća; obiteljska kuća; porodični dom; obiteljski dom; куќа; дом с участком',
  ],
  ['vikendica', 'vikendica; vikendicu; ferienhaus'],
];

/** Words that name the property only where a title begins with them: elsewhere they are streets, neighbours or extras. */
const leading: KindWords = [
  ['stan', 'stana; stanovi; apartmana; apartmani; condo; piso'],
  ['dupleks', 'dupleks; duplex; maisonette'],
  ['penthouse', 'penthouse; penthaus; penthaus stan'],
  ['kuća', 'kuće; house; haus; family house; detached house; maison; casa; dom; дом; ház'],
  ['kuća u nizu', 'kuća u nizu; kuću u nizu; reihenhaus; town house; townhouse; terraced house'],
  ['sprat kuće', 'sprat kuće; etaža kuće; deo kuće; dio kuće'],
  ['vila', 'vila; vilu; villa'],
  ['vikendica', 'vikendice; cottage; holiday home'],
  ['salaš', 'salaš'],
  [
    'plac',
    'plac; placa; placevi; građevinsko zemljište; građevinsko; gradilište; gradbena parcela; baugrundstück; building plot',
  ],
  [
    'njiva',
    'njiva; njivu; njive; poljoprivredno zemljište; voćnjak; vinograd; šuma; livada; oranica; ackerland; farmland',
  ],
  ['lokal', 'lokal; lokala; shop; ladenlokal'],
  ['kancelarija', 'kancelarija; kancelarije; kancelarijski prostor; uredski prostor; office; büro'],
  ['poslovni prostor', 'poslovni prostor; poslovni prostori; poslovnog prostora; poslovni objekat'],
  ['magacin', 'magacin; magacinski prostor; skladište; skladišni prostor; warehouse; lagerhalle'],
  ['hala', 'proizvodna hala; hala'],
  ['restoran', 'restoran; ugostiteljski objekat; kafić'],
];

/** Like `leading`, of a listing that counts no rooms: a garage in a title is mostly one that comes with the home. */
const leadingWithoutRooms: KindWords = [
  [
    'garaža',
    `garaža; garažu; garaže; garažno mesto; garažno mjesto; garažni boks; garažni box; parking mesto; parking mjesto; parkirno mesto;
    parkirno mjesto; garage; tiefgarage; stellplatz; parking space; гараж; garaje`,
  ],
];

/** Words that may mean several kinds: a title that begins with them says none. */
const unclear =
  'zgrada; zgradu; zgrade; stambena zgrada; porodična zgrada; porodična stambena zgrada; objekat; objekt; zemljište; zemljišta; parcela; parcelu; building; nekretnina; prostor; immobilie; land; plot; grundstück; haus mit';

/** Words that may stand in front of the kind. */
const before = `prodaje se; prodajem; prodajemo; prodaja; prodajes; na prodaju; izdaje se; izdajem; izdajemo; izdavanje; izdavanja; iznajmljuje se;
  iznajmljujem; najam; za najam; prodam; oddam; prodaju se; hitno; hit; novo; nov; nova; novi; new; lux; luks; luksuzan; luksuzna; luksuzni; lep; lepa; lepo; lijep;
  lijepa; odličan; odlična; odlično; povoljno; akcija; uknjižen; uknjižena; uknjiženo; useljiv; useljiva; renoviran; renovirana; renovirano;
  namešten; nameštena; namješten; namještena; opremljen; moderan; moderna; komforan; komforna; prostran; prostrana; veliki; velika; mali; mala; for sale; for rent; to let;
  na prodajo; u ponudi; izvanredan; izvanredna; prelep; prelepa; prelijep; prelijepa; savršen; savršena; ekskluzivno; ekskluzivan; ekskluzivna; zu verkaufen; verkaufe; продаётся; продается; продам; сдается; сдаётся; se vende; vendesi; na sprzedaż`;

/** The table of the mapping that reads a kind of property from titles, and the one for listings that count no rooms. */
export interface TitleTables {
  kinds: Record<string, unknown>;
  withoutRooms: Record<string, unknown>;
}

/** @returns tables with `phrases:`, for titles of any of the languages */
export function titleKindTables(): TitleTables {
  const any = targetsOf(anywhere);
  const none = Object.fromEntries(listed(unclear).map((word) => [word, null]));
  const garages = targetsOf(leadingWithoutRooms);
  const unknown = Object.fromEntries(Object.keys(garages).map((word) => [word, null]));
  const after = listed(before);
  const first = { ...targetsOf(leading), ...none };
  return {
    kinds: { vocabulary: 'category', phrases: { any, first: { ...first, ...unknown }, after } },
    // The other first words count here too: "Plac, dozvola za kuću" is no house.
    withoutRooms: { vocabulary: 'category', phrases: { any, first: { ...first, ...garages }, after } },
  };
}

function targetsOf(words: KindWords): Record<string, unknown> {
  return Object.fromEntries(
    words.flatMap(([kind, all]) => {
      const target: WordTarget = lookUp(kind, categories)?.target ?? null;
      return listed(all).map((word) => [
        word,
        Array.isArray(target) ? [...(target as readonly string[])] : target,
      ]);
    }),
  );
}

function listed(words: string): string[] {
  return words
    .split(';')
    .map((word) => word.replace(/\s+/g, ' ').trim())
    .filter((word) => word !== '');
}

/** Words of a column that says who offers the listing, folded: such a column is no kind of property. */
const people: ReadonlySet<string> = new Set(
  listed(
    `private; privat; privatno; privatni; privatnik; privatna; business; gewerblich; agent; agencija; agency; agentur; vlasnik; owner;
    broker; investitor; investor; developer; fizičko lice; pravno lice; fizička osoba; pravna osoba; company; firma; person; individual;
    posrednik; professional; pro; makler; particulier; particular; professionnel; privato; agenzia; privatna osoba; partner; zastupnik;
    b2b; b2c; частник; агентство; собственник; banka; bank; user; kompanija; preduzeće`,
  ).map(fold),
);

/** Whether at least half of the values name people or companies. @param words the values, with their counts */
export function namesPeople(words: ReadonlyMap<string, number>): boolean {
  let [all, found] = [0, 0];
  for (const [word, count] of words) {
    all += count;
    if (people.has(fold(word))) found += count;
  }
  return all > 0 && found >= all * 0.5;
}
