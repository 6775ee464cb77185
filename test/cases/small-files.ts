/** A row of a table under the names of the `csv-header` mapping; other names are further columns. */
export type Row = Readonly<Record<string, string>>;

const flat: Row = {
  id: 'V1',
  transaction: 'prodaja',
  category: 'stan',
  title: 'Stan kod dunavskog keja',
  description: 'Na drugom spratu, okrenut ka dvorištu.',
  price: '118.000',
  currency: 'EUR',
  city: 'Novi Sad',
  address: 'Dunavska 4',
  area: '68',
  heating: 'CG',
  photos: 'https://photos.agency.example/a.jpg',
  status: '',
};

/** Cells of a row in the order of its columns. The ids and addresses of rows without them are V1, V2 … */
export function rowOf(index: number, row: Row): Row {
  const own = {
    id: `V${index + 1}`,
    title: `Stan broj ${index + 1} kod keja`,
    address: `Dunavska ${index + 4}`,
  };
  return { ...flat, ...own, ...row };
}

/** A table with the columns that its rows have. */
export function table(rows: readonly Row[], head = (name: string): string => name): string {
  const whole = rows.map((row, index) => rowOf(index, row));
  const names = [...new Set(whole.flatMap((row) => Object.keys(row)))];
  const lines = whole.map((row) => names.map((name) => cell(row[name] ?? '')).join(';'));
  return `${[names.map(head).join(';'), ...lines].join('\n')}\n`;
}

function cell(text: string): string {
  return /[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What an ad in XML says otherwise than the others, as markup. */
export interface XmlAd {
  code?: string;
  naslov?: string;
  opis?: string;
  photo?: string;
  ponuda?: string;
  cena?: string;
}

/** An export that the `estate-sistem` mapping reads. The codes of ads without one are X1, X2 … */
export function oglasi(
  ads: readonly XmlAd[],
  declaration = '<?xml version="1.0" encoding="UTF-8"?>\n',
): string {
  const records = ads.map(
    (ad, index) => `<oglas>
<code>${ad.code ?? `X${index + 1}`}</code>
<naslov>${ad.naslov ?? `Stan broj ${index + 1} kod keja`}</naslov>
<opis>${ad.opis ?? 'Na drugom spratu, okrenut ka dvorištu.'}</opis>
<ulica>Dunavska ${index + 4}</ulica><mesto>Novi Sad</mesto><kvadratura>68.00</kvadratura>
<cena>${ad.cena ?? '118000'}</cena><vrstanekretnine>Stan</vrstanekretnine>
<vrstaponude>${ad.ponuda ?? 'Prodaja'}</vrstaponude><vrstagrejanja>CG</vrstagrejanja>
<slike><slika><url>${ad.photo ?? `https://photos.agency.example/${index}.jpg`}</url></slika></slike>
</oglas>`,
  );
  return `${declaration}<OGLASI last_modify="2026-01-10T12:00:00">\n${records.join('\n')}\n</OGLASI>\n`;
}
