/**
 * Words of titles for sale and rent. Verbs decide wherever they stand. Nouns decide only in front: "idealan za izdavanje" stands in titles of homes
 * for sale.
 */
export const offerPhrases = {
  any: {
    ...meaning(
      'sale',
      `prodaje se; prodaju se; prodajem; prodajemo; na prodaju; for sale; zu verkaufen; se vende; en venta; vendesi; in vendita; a vendre;
      na sprzedaż; do sprzedania; продается; продаётся; продам; се продава; се продаваат; продавам; продаваме; prodam; prodamo; de vanzare; eladó; satılık; à vendre; à venda`,
    ),
    ...meaning(
      'rent',
      `izdaje se; izdaju se; izdajem; izdajemo; iznajmljuje se; iznajmljujem; iznajmljujemo; for rent; to let; zu vermieten; se alquila;
      en alquiler; affittasi; in affitto; a louer; do wynajęcia; na wynajem; сдается; сдаётся; сдам; се издава; се издаваат; издавам; издаваме; се изнајмува; се изнајмуваат; изнајмувам; изнајмуваме; oddam; oddamo; de inchiriat; kiadó; kiralık;
      à louer; para alugar; stan na dan`,
    ),
  },
  first: {
    ...meaning(
      'sale',
      'prodaja; prodaja stana; prodaja kuće; продажба; verkauf; vente; vendita; venta; sale; продажа; sprzedaż; na prodaj',
    ),
    ...meaning(
      'rent',
      'izdavanje; najam; zakup; изнајмување; издавање; rent; rental; vermietung; location; affitto; alquiler; аренда; wynajem; v najem',
    ),
  },
  after: ['hitno', 'hit', 'novo', 'povoljno', 'akcija'],
} as const satisfies { any: Words; first: Words; after: readonly string[] };

type Words = Readonly<Record<string, 'sale' | 'rent'>>;

function meaning(offer: 'sale' | 'rent', words: string): Words {
  const all = words.split(';').map((word) => word.replace(/\s+/g, ' ').trim());
  return Object.fromEntries(all.map((word) => [word, offer]));
}

/** The table of the mapping that reads sale or rent from titles. */
export function titleOfferTable(): Record<string, unknown> {
  return {
    phrases: {
      any: { ...offerPhrases.any },
      first: { ...offerPhrases.first },
      after: [...offerPhrases.after],
    },
  };
}
