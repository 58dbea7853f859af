import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useView } from '../routing/use-view.js';
import { Markdown } from '../ui/markdown.js';
import { Page } from '../ui/page.js';
import { Answered } from '../ui/states.js';
import { docsFiles, docsLink } from './docs-files.js';
import { anchorOf } from './docs-of-page.js';
import './docs.css';

/** A page of the docs, as it was when this console was built. */
export default function DocsPage() {
  const { page } = useParams({ from: '/docs/$page' });
  const { at = '' } = useView().search;
  const answer = useQuery({
    queryKey: ['docs', page],
    queryFn: async () => {
      const load = docsFiles.get(page);
      if (!load) throw new Error(`There is no page "${page}" in the docs.`);
      return await load();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const title = /^# (.+)/m.exec(answer.data ?? '')?.[1] ?? 'Docs';
  return (
    <Page title={title} isForm>
      <Answered answer={answer} what="the docs">
        {(text) => <Text key={page} page={page} at={at} text={text.replace(/^# .+/m, '')} />}
      </Answered>
    </Page>
  );
}

interface TextProps {
  readonly page: string;
  /** The anchor of the heading to show. */
  readonly at: string;
  readonly text: string;
}

function Text({ page, at, text }: TextProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at === '') return;
    const headings = [...(frame.current?.querySelectorAll<HTMLElement>('h3, h4, h5') ?? [])];
    const heading = headings.find(({ textContent }) => anchorOf(textContent ?? '') === at);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  }, [at]);
  return (
    <div className="panel docs" ref={frame}>
      <Markdown text={text} linkOf={(link) => docsLink(page, link)} />
    </div>
  );
}
