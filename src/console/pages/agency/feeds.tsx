import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ToButton } from '../../parts/links.js';
import { usePath } from '../../path.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Feed = Schemas['Feed'];

/** The feeds that the user may see, without retired and orphaned ones; empty until the answer arrives. */
export function useFeeds(): readonly Feed[] {
  const { data } = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return data?.feeds.filter(isRead) ?? [];
}

/**
 * The content of a page about one feed, whose address is `<page>/:feed`. Without `:feed` it is about the first feed. If there are
 * several, `children` also gets a select that switches between them.
 */
export function OfChosenFeed({
  page,
  children,
}: {
  /** The page's address without the feed, for example `/words`. */
  page: string;
  children: (feed: string, choice: ReactNode) => ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const { feed: named } = usePath('feed');
  const asked = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return (
    <Answered question={asked}>
      {({ feeds: all }) => {
        const feeds = all.filter(isRead);
        const chosen = named === '' ? feeds[0]?.name : named;
        if (chosen === undefined)
          return (
            <EmptyPart title={t('feed.none')} action={<ToButton href="/">{t('state.go_home')}</ToButton>}>
              {t('feed.none.more')}
            </EmptyPart>
          );
        const choice = feeds.length > 1 && (
          <NativeSelect
            aria-label={t('feed.choose')}
            value={chosen}
            data={feeds.map(({ name }) => name)}
            onChange={({ currentTarget }) => go(`${page}/${encodeURIComponent(currentTarget.value)}`)}
          />
        );
        return children(chosen, choice);
      }}
    </Answered>
  );
}

function isRead({ life }: Feed): boolean {
  return life !== 'retired' && life !== 'orphaned';
}
