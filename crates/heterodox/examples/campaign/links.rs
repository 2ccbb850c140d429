//! Links between programs that can be slowed, stalled and cut.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Nowhere: the program behind it does not run.
    None,
    /// To a port of this machine.
    Port(u16),
    /// To a socket in the file system.
    Socket(PathBuf),
}

/// The state of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// All passes.
    Open,
    /// All passes later.
    Slow(Duration),
    /// Nothing passes, and no end is told.
    Stalled,
    /// Connections end, and new ones are refused.
    Cut,
}

/// A link.
pub(crate) struct Link {
    /// The port of this machine at which it begins.
    pub(crate) port: u16,
    target: Arc<Mutex<Target>>,
    state: watch::Sender<State>,
    /// What passed, if that is kept.
    kept: Option<Kept>,
}

/// What passed over a link: a part for each direction of each connection.
type Kept = Arc<Mutex<Vec<Vec<u8>>>>;

impl Link {
    pub(crate) async fn new(target: Target, keeps: bool) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let target = Arc::new(Mutex::new(target));
        let state = watch::channel(State::Open).0;
        let kept = keeps.then(Arc::default);
        tokio::spawn(accept(listener, target.clone(), state.clone(), kept.clone()));
        Ok(Self { port, target, state, kept })
    }

    pub(crate) fn lead_to(&self, target: Target) {
        *self.target.lock().expect("no panic") = target;
    }

    pub(crate) fn set(&self, state: State) {
        self.state.send_replace(state);
    }

    /// All that passed: a part for each direction of each connection.
    pub(crate) fn kept(&self) -> Vec<Vec<u8>> {
        self.kept.as_ref().map(|kept| kept.lock().expect("no panic").clone()).unwrap_or_default()
    }
}

async fn accept(
    listener: TcpListener,
    target: Arc<Mutex<Target>>,
    state: watch::Sender<State>,
    kept: Option<Kept>,
) {
    while let Ok((near, _)) = listener.accept().await {
        let (target, state) = (target.lock().expect("no panic").clone(), state.subscribe());
        if *state.borrow() == State::Cut {
            continue;
        }
        let kept = kept.clone();
        tokio::spawn(async move {
            let _ = near.set_nodelay(true);
            let (near_read, near_write) = near.into_split();
            match target {
                Target::None => {}
                Target::Port(port) => {
                    if let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await {
                        let _ = far.set_nodelay(true);
                        let (read, write) = far.into_split();
                        both((near_read, near_write), (read, write), state, kept).await;
                    }
                }
                Target::Socket(path) => {
                    if let Ok(far) = UnixStream::connect(path).await {
                        let (read, write) = far.into_split();
                        both((near_read, near_write), (read, write), state, kept).await;
                    }
                }
            }
        });
    }
}

async fn both(
    near: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    far: (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    state: watch::Receiver<State>,
    kept: Option<Kept>,
) {
    let mut cut = state.clone();
    tokio::select! {
        () = pass(near.0, far.1, state.clone(), kept.as_ref()) => {}
        () = pass(far.0, near.1, state, kept.as_ref()) => {}
        _ = cut.wait_for(|state| *state == State::Cut) => {}
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
    kept: Option<&Kept>,
) {
    let mut buffer = vec![0; 16 * 1024];
    let number = kept.map(|kept| {
        let mut kept = kept.lock().expect("no panic");
        kept.push(Vec::new());
        kept.len() - 1
    });
    loop {
        let Ok(count) = from.read(&mut buffer).await else { return };
        if count == 0 {
            return;
        }
        if let Some((kept, number)) = kept.zip(number) {
            kept.lock().expect("no panic")[number].extend_from_slice(&buffer[..count]);
        }
        let now = *state.borrow_and_update();
        match now {
            State::Slow(delay) => tokio::time::sleep(delay).await,
            State::Stalled => drop(state.wait_for(|state| *state != State::Stalled).await),
            State::Open | State::Cut => {}
        }
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
