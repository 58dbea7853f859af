/** The same object, but for one of its members. */
export const withMember = <T extends object, K extends keyof T>(target: T, name: K, member: T[K]): T =>
  new Proxy(target, {
    get: (own, key) => {
      if (key === name) return member;
      const value: unknown = Reflect.get(own, key);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
