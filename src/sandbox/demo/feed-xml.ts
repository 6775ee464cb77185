import type { Ad } from './ads.js';

/**
 * The whole feed in the form of such an export: texts in CDATA, optional elements left out, local times without a zone.
 * @param changedAt time of the last change, in epoch milliseconds
 */
export function renderFeed(ads: readonly Ad[], changedAt: number): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OGLASI xmlns:xsi="https://schemas.demo-agency.example/oglasi.xsd"><!-- demo export -->
  <last_modify>${localTime(changedAt)}</last_modify>
  <agency>
   <agency_id>305</agency_id>
   <agency_name>${text('Dunavski dom nekretnine doo')}</agency_name>
   <agency_regnum>1001</agency_regnum>
   <agency_web>${text('https://dunavski-dom.example')}</agency_web>
  </agency>
  <user_data>
   <account_name>${text('')}</account_name>
   <account_url>${text('')}</account_url>
  </user_data>
${ads.map(renderAd).join('')}
</OGLASI>
`;
}

function renderAd(ad: Ad): string {
  const changed = localTime(ad.changedAt);
  return ` <oglas>
   <code>${text(ad.code)}</code>
   <id>${text(ad.id)}</id>
   <naslov>${text(ad.naslov)}</naslov>
   <keywords>${text('')}</keywords>
   <ulica>${text(ad.ulica)}</ulica>
   <kvadratura>${ad.kvadratura === 0 ? '0' : ad.kvadratura.toFixed(2)}</kvadratura>
   <kvadratura_int>${ad.kvadratura}</kvadratura_int>
   <kvadratura_a>${ad.ares === 0 ? '0' : ad.ares.toFixed(2)}</kvadratura_a>
   <cena>${ad.cena}</cena>
   <brojsoba>${ad.brojsoba.toFixed(1)}</brojsoba>
   <brojkupatila>${ad.brojsoba >= 1 ? 1 : 0}</brojkupatila>
   <brojtelin>0</brojtelin>
   <daystart>${changed.slice(0, 10)}</daystart>
   <lastupdate>${changed}</lastupdate>
   <agentid>305001</agentid>
   <namestenost>${ad.namestenost}</namestenost>
   <ptt>${ad.town.ptt}</ptt>
   <drzava>${text('Srbija')}</drzava>
   <grad>${text(ad.town.grad)}</grad>
   <vrstagradnje>${ad.vrstagradnje}</vrstagradnje>
   <objectstate>${ad.objectstate}</objectstate>
   <mesto>${text(ad.town.mesto)}</mesto>
   <naselje>${text(ad.naselje)}</naselje>
   <slike>
${photoUrls(ad).map(renderPhoto).join('')}   </slike>
   <vrstanekretnine>${ad.vrstanekretnine}</vrstanekretnine>
${optional('ambijent', ad.ambijent === '' ? null : ad.ambijent)}   <vrstaponude>${ad.vrstaponude}</vrstaponude>
${optional('vrstagrejanja', ad.vrstagrejanja)}${optional('sprat', ad.sprat)}${optional('spratova', ad.spratova)}   <opis>${text(ad.opis)}</opis>
   <attribs>
${ad.features.map((name) => `    <attrib><name>${text(name)}</name><value>da</value></attrib>\n`).join('')}   </attribs>
 </oglas>
`;
}

function photoUrls(ad: Ad): string[] {
  return Array.from(
    { length: ad.photos },
    (_, index) => `https://slike.dunavski-dom.example/${ad.code}_${index + 1}.jpg`,
  );
}

function renderPhoto(url: string): string {
  return `    <slika>\n     <url>${text(url)}</url>\n     <title>${text('')}</title>\n    </slika>\n`;
}

function optional(name: string, value: string | number | null): string {
  return value === null ? '' : `   <${name}>${value}</${name}>\n`;
}

function text(value: string): string {
  return `<![CDATA[${value}]]>`;
}

const belgrade = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Belgrade',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The local time in Belgrade, such as `2026-01-03T11:35:02`. */
function localTime(ms: number): string {
  return belgrade.format(ms).replace(' ', 'T');
}
