import { createContext, useContext } from 'react';

const SignInContext = createContext<() => void>(() => {});

/** The shell provides the function that opens the sign-in dialog. */
export const SignInProvider = SignInContext.Provider;

/** Returns the function that opens the sign-in dialog. */
export function useOpenSignIn(): () => void {
  return useContext(SignInContext);
}
