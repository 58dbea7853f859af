import { applicationPoliciesQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Answered } from '../../ui/states.js';

/** The access policies assigned to an Application. */
export function ApplicationPolicies({ applicationId }: { applicationId: string }) {
  const answer = useOperation(applicationPoliciesQuery, { application: applicationId, first: 100 });
  return (
    <section className="panel stack">
      <h2>Access policies</h2>
      <Answered answer={answer} what="access policies">
        {({ application }) => {
          const policies = application?.dataPoolAccessPolicies?.nodes ?? [];
          if (policies.length === 0)
            return (
              <p className="note">
                None. The Application cannot read Data Pools that have access control on.{' '}
                <a href={href('/policies')}>Assign an access policy</a>
              </p>
            );
          return (
            <ul>
              {policies.map(({ id, uniqueName, dataPool }) => (
                <li key={id}>
                  <a href={href('/policies/$id', { id })}>{uniqueName}</a> on {dataPool.uniqueName}
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
    </section>
  );
}
