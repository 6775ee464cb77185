import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';

/** A link that downloads the listings which a list shows, all pages of them, with the reasons in the user's language. */
export function CsvLink({ query }: { query: Readonly<Record<string, string | boolean>> }): ReactNode {
  const { t, language } = useSpeech();
  const asked = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams([...asked, ['language', language === 'en' ? 'en' : 'sr']]);
  return (
    <Anchor size="sm" href={`/api/v1/listings.csv?${search.toString()}`} download>
      {t('listings.csv')}
    </Anchor>
  );
}
