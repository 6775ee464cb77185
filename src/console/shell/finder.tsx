import { ActionIcon, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client.js';
import { useAnswer } from '../api/queries.js';
import { bound, Form } from '../parts/form/form.js';
import { listingPage, To } from '../parts/links.js';
import { codeOf } from '../parts/listings/listing-code.js';
import { Unsearched } from '../parts/listings/unsearched.js';
import { Muted } from '../parts/muted.js';
import { useSpeech } from '../words/context.js';

const pauseMs = 250;
const matchesMax = 8;

/** The search for a listing from anywhere: what is typed, and the first matches. Enter shows all of them. */
export default function Finder({ close }: { close: () => void }): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const [q, setQ] = useState('');
  const [asked] = useDebouncedValue(q.trim(), pauseMs);
  const submit = (): void => {
    if (q.trim() === '') return;
    close();
    go(`/listings?q=${encodeURIComponent(q.trim())}`);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('find.title')}
      closeButtonProps={{ 'aria-label': t('do.close') }}
      yOffset="8vh"
    >
      <Form onSubmit={submit} role="search">
        <Stack gap="sm">
          <Group gap="xs" wrap="nowrap">
            <TextInput
              className="grow"
              type="search"
              data-autofocus
              aria-label={t('find.hint')}
              placeholder={t('find.hint')}
              maxLength={200}
              {...bound(q, setQ)}
            />
            <ActionIcon type="submit" size="lg" aria-label={t('find.all')}>
              <IconSearch size={18} aria-hidden />
            </ActionIcon>
          </Group>
          {asked !== '' && <Matches q={asked} close={close} />}
        </Stack>
      </Form>
    </Modal>
  );
}

function Matches({ q, close }: { q: string; close: () => void }): ReactNode {
  const { t } = useSpeech();
  const search = useAnswer(
    ['listings', 'search', q],
    (signal) => api.GET('/api/v1/search', { params: { query: { q } }, signal }),
    { keeps: true },
  );
  if (search.data === undefined) return search.error === null ? <Loader size="xs" aria-hidden /> : null;
  const matches = search.data.matches.slice(0, matchesMax);
  if (matches.length === 0)
    return (
      <Text size="sm" component="div">
        {t('find.none')}
        <Unsearched unsearched={search.data.unsearched} onLeave={close} />
      </Text>
    );
  return (
    <ul className="plain lines">
      {matches.map((match) => (
        <li key={listingPage(match)}>
          <To href={listingPage(match)} onClick={close}>
            {match.title ?? codeOf(match.external_id)}
          </To>
          <Muted size="xs">{codeOf(match.external_id)}</Muted>
        </li>
      ))}
    </ul>
  );
}
