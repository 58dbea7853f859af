import type { Service } from './service.js';

/** A new access policy for a Data Pool, which an Application gets; by default the service's own. */
export async function givePolicy(
  service: Service,
  dataPool: string,
  policy: { readonly columns?: readonly string[]; readonly filterSql?: string } = {},
  application = service.clientId,
): Promise<string> {
  const { createDataPoolAccessPolicy } = await service.request<{
    createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
  }>(
    `mutation ($input: CreateDataPoolAccessPolicyInput!) {
      createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
    { input: { dataPool, columns: ['*'], ...policy } },
  );
  const { id } = createDataPoolAccessPolicy.dataPoolAccessPolicy;
  await service.request(
    `mutation ($id: ID!, $application: ID!) {
      assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $id, application: $application) }`,
    { id, application },
  );
  return id;
}
