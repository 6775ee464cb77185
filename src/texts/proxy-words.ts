import type { Sentence } from '../model/sentence.js';

/** Sign-ins come through a proxy that the configuration does not trust: what that means, and what to do. @param count the last sign-ins */
export function proxyWords(address: string, count: number): { sentence: Sentence; next: Sentence } {
  // A colon would end the key in YAML.
  const entry = address.includes(':') ? `"${address}"` : address;
  return {
    sentence: {
      sr: `Sve prijave (poslednjih ${count}) dolaze preko proksija ${address}, koji nije u server.trusted_proxies: svi iza njega su jedna adresa, pa tuđe pogrešne lozinke usporavaju prijavu svima.`,
      en: `All sign-ins (the last ${count}) come through the proxy ${address}, which is not in server.trusted_proxies: all clients behind it count as one address, so a stranger’s wrong passwords delay everyone’s sign-in.`,
    },
    next: {
      sr: `Upišite \`server: { trusted_proxies: [${entry}] }\` i ponovo pokrenite feedsync.`,
      en: `Set server: { trusted_proxies: [${entry}] } and restart feedsync.`,
    },
  };
}
