import { createContext, useContext } from 'react';

const SignInContext = createContext<() => void>(() => {});

/** The shell provides how the sign-in dialog opens, so that any screen can ask for it. */
export const SignInProvider = SignInContext.Provider;

/** A function that opens the sign-in dialog. */
export function useOpenSignIn(): () => void {
  return useContext(SignInContext);
}
