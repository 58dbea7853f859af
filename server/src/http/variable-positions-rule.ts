import {
  GraphQLID,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  getNamedType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type ValidationContext,
  type ValidationRule,
  VariablesInAllowedPositionRule,
} from 'graphql';

/**
 * GraphQL's rule about the types of variables, with one exception: a String may be used where an ID is expected. Published
 * clients declare identifiers as either, and both are the same text.
 */
export const variablePositionsRule: ValidationRule = (context) =>
  VariablesInAllowedPositionRule(withTextsAsIds(context));

function withTextsAsIds(context: ValidationContext): ValidationContext {
  const usages = (operation: OperationDefinitionNode) => {
    const texts = textVariables(operation, context);
    return context.getRecursiveVariableUsages(operation).map(({ type, ...usage }) => ({
      ...usage,
      type: type && texts.has(usage.node.name.value) ? textForId(type) : type,
    }));
  };
  return Object.create(context, { getRecursiveVariableUsages: { value: usages } }) as ValidationContext;
}

function textVariables({ variableDefinitions = [] }: OperationDefinitionNode, context: ValidationContext) {
  const texts = variableDefinitions.filter(
    ({ type }) => getNamedType(typeFromAST(context.getSchema(), type)) === GraphQLString,
  );
  return new Set(texts.map(({ variable }) => variable.name.value));
}

function textForId(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(textForId(type.ofType));
  if (isListType(type)) return new GraphQLList(textForId(type.ofType));
  return type === GraphQLID ? GraphQLString : type;
}
