import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Feed = Schemas['Feed'];

/** The feeds that one sees and that are still read; empty until they are known. */
export function useFeeds(): readonly Feed[] {
  const { data } = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return data?.feeds.filter(isRead) ?? [];
}

/** A page of one feed, at `<page>/:feed`: of the first, where none is named, with a choice where there are several. */
export function OfChosenFeed({
  page,
  children,
}: {
  /** Such as `/words`. */
  page: string;
  children: (feed: string, choice: ReactNode) => ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const { feed: named } = useParams<{ feed?: string }>();
  const asked = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return (
    <Answered question={asked}>
      {({ feeds: all }) => {
        const feeds = all.filter(isRead);
        const chosen = named ?? feeds[0]?.name;
        if (chosen === undefined)
          return (
            <EmptyPart
              title={t('feed.none')}
              action={
                <Button component={Link} href="/">
                  {t('state.go_home')}
                </Button>
              }
            >
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
