/** Code that shows a dashboard to the customers of an application. `docs/embedding.md` has the same as a whole. */
export function embedSnippets(url: string, dashboardId: string) {
  return {
    backEnd: `import { createWeirClient } from '@weir/client';

// GET /weir-token, for a customer who is signed in to your application.
app.get('/weir-token', async (request, reply) => {
  const client = createWeirClient({
    url: '${url}',
    credentials: {
      clientId: process.env.WEIR_CLIENT_ID,
      clientSecret: process.env.WEIR_CLIENT_SECRET,
      dashboard: '${dashboardId}',
      policyValues: { tenant: request.session.tenant },
    },
  });
  return { token: await client.accessToken() };
});`,
    page: `import { embedDashboard } from '@weir/client';

embedDashboard(document.getElementById('dashboard'), {
  url: '${url}',
  dashboard: '${dashboardId}',
  getToken: async () => (await (await fetch('/weir-token')).json()).token,
});`,
  };
}
