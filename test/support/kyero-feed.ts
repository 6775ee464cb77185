/** A property of our own making, in the Kyero 3 format. */
export interface Property {
  id: string;
  price: number;
  town: string;
  type: string;
  beds: number;
  text: string;
}

const towns = ['Marbella', 'Estepona', 'Nerja'];
const types = ['Apartment', 'Villa', 'Town house', 'Penthouse'];

export function properties(count: number): Property[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `K-${100 + index}`,
    price: 180_000 + index * 5000,
    town: towns[index % towns.length] ?? 'Nerja',
    type: types[index % types.length] ?? 'Villa',
    beds: 1 + (index % 4),
    text: `A bright home number ${index + 1} with a sea view, close to shops and the beach.`,
  }));
}

export function kyeroFeed(list: readonly Property[], generated = '2026-01-15 09:00:00'): string {
  const records = list.map(
    ({ id, price, town, type, beds, text }) => `  <property>
    <id>${id}</id><date>${generated.slice(0, 10)} 01:00:00</date><ref>R${id}</ref>
    <price>${price}</price><currency>EUR</currency><price_freq>sale</price_freq>
    <type>${type}</type><town>${town}</town><province>Malaga</province><country>spain</country>
    <location><latitude>36.5</latitude><longitude>-4.9</longitude></location>
    <beds>${beds}</beds><baths>2</baths><pool>1</pool>
    <surface_area><built>${80 + beds * 15}</built><plot>0</plot></surface_area>
    <desc><en>${text}</en></desc>
    <features><feature>air conditioning</feature><feature></feature></features>
    <images><image id="1"><url>http://images.agency.example/${id} 1.jpg</url></image><image id="2"><url/></image></images>
  </property>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <kyero><feed_version>3</feed_version></kyero>\n${records.join('\n')}\n</root>\n`;
}
