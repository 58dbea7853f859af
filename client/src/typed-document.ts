declare const result: unique symbol;
declare const variables: unique symbol;

/** The text of a GraphQL operation, with the types of its result and variables. */
export type TypedDocument<Result, Variables> = string & {
  readonly [result]?: Result;
  readonly [variables]?: Variables;
};

export const typedDocument = <Result, Variables>(text: string): TypedDocument<Result, Variables> => text;
