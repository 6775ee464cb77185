/** An ad of our own making, in the shape that the `estate-sistem` mapping reads. */
export interface Ad {
  code: string;
  title: string;
  price: number;
  sale: boolean;
  type: string;
  area: string;
  street: string;
  town: string;
  district: string;
  heating: string | null;
  updated: string;
  photos: number;
  text: string;
}

export function ad(number: number, change: Partial<Ad> = {}): Ad {
  return {
    code: `A${String(number).padStart(4, '0')}`,
    title: `Dvosoban stan broj ${number} u mirnoj ulici`,
    price: 90_000 + number * 100,
    sale: true,
    type: 'Stan',
    area: '54.00',
    street: '',
    town: 'Novi Sad',
    district: 'Liman III',
    heating: 'CG',
    updated: '2026-01-10T10:00:00',
    photos: 2,
    text: `Prodaje se lepo održavan stan broj ${number}, blizu škole i autobuske stanice.`,
    ...change,
  };
}

export function ads(count: number, from = 1): Ad[] {
  return Array.from({ length: count }, (_, index) => ad(from + index));
}

/** @param lastModify the header's export time, which changes at every export */
export function estateFeed(list: readonly Ad[], lastModify = '2026-01-15T09:00:00'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OGLASI xmlns:xsi="https://estate.example/schema_default.xsd"><!-- export -->
  <last_modify>${lastModify}</last_modify>
  <agency><agency_id>900</agency_id><agency_name><![CDATA[Primer nekretnine]]></agency_name></agency>
${list.map(record).join('\n')}
</OGLASI>
`;
}

function record(of: Ad): string {
  const photos = Array.from(
    { length: of.photos },
    (_, index) =>
      `<slika><url><![CDATA[https://photos.agency.example/${of.code}_${index + 1}.jpg]]></url></slika>`,
  );
  return ` <oglas>
  <code><![CDATA[${of.code}]]></code>
  <id><![CDATA[${of.code.slice(1)}]]></id>
  <naslov><![CDATA[${of.title}]]></naslov>
  <ulica><![CDATA[${of.street}]]></ulica>
  <kvadratura>${of.area}</kvadratura>
  <kvadratura_a>0</kvadratura_a>
  <cena>${of.price}</cena>
  <brojsoba>2.0</brojsoba>
  <brojkupatila>1</brojkupatila>
  <lastupdate>${of.updated}</lastupdate>
  <namestenost>prazan</namestenost>
  <ptt>21000</ptt>
  <drzava><![CDATA[Srbija]]></drzava>
  <grad><![CDATA[NOVI SAD]]></grad>
  <vrstagradnje>novogradnja</vrstagradnje>
  <objectstate>Renovirano</objectstate>
  <mesto><![CDATA[${of.town}]]></mesto>
  <naselje><![CDATA[${of.district}]]></naselje>
  <slike>${photos.join('')}</slike>
  <vrstanekretnine>${of.type}</vrstanekretnine>
  <ambijent>u zgradi</ambijent>
  <vrstaponude>${of.sale ? 'Prodaja' : 'Izdavanje'}</vrstaponude>
  ${of.heating === null ? '' : `<vrstagrejanja>${of.heating}</vrstagrejanja>`}
  <sprat>3</sprat>
  <spratova>5</spratova>
  <opis><![CDATA[${of.text}]]></opis>
  <attribs><attrib><name><![CDATA[Lift]]></name><value>da</value></attrib></attribs>
 </oglas>`;
}
