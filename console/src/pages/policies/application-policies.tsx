import { applicationPoliciesQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Answered } from '../../ui/states.js';
import { NotInForce } from './not-in-force.js';

interface ApplicationPoliciesProps {
  readonly applicationId: string;
  /** True if the Application has the scope admin. */
  readonly isAdmin: boolean;
}

/** The access policies assigned to an Application. */
export function ApplicationPolicies({ applicationId, isAdmin }: ApplicationPoliciesProps) {
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
                None.{' '}
                {isAdmin
                  ? 'With the scope admin, it reads everything.'
                  : 'The Application cannot read Data Pools that have access control on.'}{' '}
                <a href={href('/policies')}>Assign an access policy</a>
              </p>
            );
          return (
            <ul>
              {policies.map(({ id, uniqueName, dataPool, inForce }) => (
                <li key={id}>
                  <a href={href('/policies/$id', { id })}>{uniqueName}</a> on {dataPool.uniqueName}
                  {!inForce && (
                    <div className="note">
                      <NotInForce pool={dataPool} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
    </section>
  );
}
