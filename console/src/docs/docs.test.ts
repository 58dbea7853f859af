import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../routing/search.js';
import { docsFiles, docsLink } from './docs-files.js';
import { anchorOf, docsHref, docsOfPages } from './docs-of-page.js';

const tokensOf = async (page: string) => {
  const tokens: Token[] = [];
  walkTokens(lexer((await docsFiles.get(page)?.()) ?? ''), (token) => void tokens.push(token));
  return tokens;
};

const anchorsOf = async (page: string) =>
  (await tokensOf(page))
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) => anchorOf(text));

/** Which page of the docs a link leads to, and whether its heading is there. */
async function expectThere(link: string): Promise<void> {
  const [path = '', search = ''] = link.split('?');
  const page = path.replace('#/docs/', '');
  expect([...docsFiles.keys()]).toContain(page);
  const { at } = parseSearch(search);
  if (at !== undefined) expect(await anchorsOf(page), link).toContain(at);
}

describe('the docs', () => {
  it.each(['/', '/nowhere', ...docsOfPages.map(([pattern]) => pattern.replace('[^/]+', 'X'))])(
    'explain %s',
    (path) => expectThere(docsHref(path)),
  );

  it('of a part of a page come before those of the page', () => {
    expect(docsHref('/sources/DSO1/quarantine')).toBe('#/docs/console?at=the-quarantine');
    expect(docsHref('/sources/DSO1')).toBe('#/docs/intake');
    expect(docsHref('/pools/DPO1/jobs')).toBe('#/docs/jobs');
  });

  it('lead to one another', async () => {
    let checked = 0;
    for (const page of docsFiles.keys())
      for (const token of await tokensOf(page)) {
        if (token.type !== 'link' || /^[a-z]+:/.test(token.href)) continue;
        const link = docsLink(page, token.href);
        if (link === '') {
          // What is not shown here is named.
          expect(['../schema.graphql', 'schema.graphql', 'CONTRIBUTING.md', 'CHANGELOG.md']).toContain(
            token.href,
          );
          continue;
        }
        await expectThere(link);
        checked += 1;
      }
    expect(checked).toBeGreaterThan(100);
  });
});
