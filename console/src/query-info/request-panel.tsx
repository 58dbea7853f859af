import { Copyable } from '../ui/copyable.js';

/** The view as an API request, to copy. */
export function RequestPanel({ document, variables }: { document: string; variables: unknown }) {
  return (
    <section className="panel stack">
      <h2>GraphQL</h2>
      <div className="field">
        <h3>Query</h3>
        <Copyable text={document} what="GraphQL query" />
      </div>
      <div className="field">
        <h3>Variables</h3>
        <Copyable text={JSON.stringify(variables, null, 2)} what="GraphQL variables" />
      </div>
    </section>
  );
}
